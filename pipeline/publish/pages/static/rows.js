// Lists that can be sifted: what does not fit is hidden. Without a script all rows stand there.

const PART = 150; // so many rows at once

/** Rows of one list: each with its words in small letters, read once. */
function sift(form) {
  const place = document.getElementById(form.dataset.rows);
  const rows = [...place.querySelectorAll("[data-row], li[data-severity]")];
  const words = rows.map((row) => row.textContent.toLowerCase());
  const status = form.querySelector("[role=status]");
  const noun = form.dataset.noun || "finding";
  const more = document.createElement("button");
  more.type = "button";
  place.after(more);
  let most = PART;
  const apply = () => {
    const given = new FormData(form);
    const wanted = String(given.get("words") || "").toLowerCase().split(/\s+/).filter(Boolean);
    const facets = [...given.entries()].filter(([name, value]) => name !== "words" && value);
    let many = 0, listed = 0;
    rows.forEach((row, i) => {
      const fits = facets.every(([name, value]) => row.dataset[name] === value) && wanted.every((word) => words[i].includes(word));
      row.hidden = !fits || many >= most;
      if (fits) many++;
      if (!row.hidden) listed++;
    });
    more.hidden = listed === many;
    more.textContent = "Show " + Math.min(PART, many - listed) + " more of " + (many - listed).toLocaleString("en");
    for (const heading of place.querySelectorAll("h2")) {
      let next = heading.nextElementSibling, some = false;
      for (; next && next.tagName !== "H2"; next = next.nextElementSibling) {
        const inside = next.matches("[data-row]") ? [next] : [...next.querySelectorAll("[data-row]")];
        some = some || inside.some((row) => !row.hidden);
      }
      heading.hidden = !some;
    }
    status.textContent = many.toLocaleString("en") + " " + noun + (many === 1 ? "" : "s");
  };
  let waiting = 0;
  more.addEventListener("click", () => {
    const shown = rows.filter((row) => !row.hidden);
    most += PART;
    apply();
    const next = rows.filter((row) => !row.hidden)[shown.length];
    const link = next && next.querySelector("a, summary");
    if (link) link.focus();
  });
  form.addEventListener("input", () => { most = PART; clearTimeout(waiting); waiting = setTimeout(apply, 80); });
  form.addEventListener("submit", (event) => { event.preventDefault(); apply(); });
  apply();
}

for (const form of document.querySelectorAll("form.sift")) sift(form);

/** An address that points into a closed part opens it. */
function unfold() {
  let id = location.hash.slice(1);
  try { id = decodeURIComponent(id); } catch { /* taken as it stands */ }
  const target = id ? document.getElementById(id) : null;
  const details = target && target.matches("[data-row]") ? target.querySelector("details") : null;
  if (details) { details.open = true; target.scrollIntoView({ behavior: "instant" }); }
}
window.addEventListener("hashchange", unfold);
unfold();
document.body.dataset.ready = "yes";
