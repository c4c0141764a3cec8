// The page: address in, list and card out; what people type or choose goes into the address, so that it can be shared.

const PAGE = 60;
const $ = (id) => document.getElementById(id);
const parts = new Map(); // chunks that are unpacked, by number
let index, first, keys, filter, found = [], shown = 0, open = null, asked = 0;

function number(many, word) {
  return many.toLocaleString("en") + " " + word + (many === 1 ? "" : "s");
}

function fill(select, entries) {
  select.append(make("option", { value: "" }, "any"));
  for (const [value, words] of entries) select.append(make("option", { value }, words));
}

function prepare() {
  const { words } = index;
  for (const select of document.querySelectorAll("select[name]")) {
    const known = words[select.name];
    const entries = Array.isArray(known) ? [...known].sort().map((one) => [one, one]) : Object.entries(known);
    fill(select, entries);
  }
  words.windows.forEach((key, place) => $("windows").append(chip("window", key, words.cells[place])));
  for (const key of DISAGREE) $("disagree").append(chip("disagree", key, words.flags[key][0]));
  for (const [state, symbol] of Object.entries(words.symbols)) {
    $("legend").append(make("li", null, make("span", { class: "sign " + state, "aria-hidden": "true" }, symbol), " ", words.meanings[state]));
  }
}

function chip(name, value, words) {
  return make("label", null, make("input", { type: "checkbox", name, value }), make("span", null, words));
}

function list() {
  const counts = matches(filter, index, first);
  const hits = filter.q ? search(filter.q, index.cards, keys) : null;
  const order = hits ? hits.map(([place]) => place) : index.order;
  found = counts ? order.filter((place) => counts[place]) : order;
  shown = 0;
  $("results").replaceChildren();
  const guesses = hits && hits.length && hits.every(([, rank]) => rank >= 4);
  let words = number(found.length, "card");
  if (counts) words += ", " + number(found.reduce((sum, place) => sum + counts[place], 0), "effect");
  if (!found.length) words = "No card fits" + (facetsSet(filter) ? ": fewer filters find more." : ".");
  else if (guesses) words += " spelled much like it";
  $("status").textContent = words;
  const set = facetsSet(filter);
  $("filter-count").textContent = set ? ": " + setInWords().join(", ") : "";
  document.body.dataset.home = set || filter.q ? "no" : "yes";
  more(counts);
}

function setInWords() {
  const { words } = index;
  const chosen = CHOICES.filter((name) => filter[name]).map((name) => (Array.isArray(words[name]) ? filter[name] : words[name][filter[name]]));
  const windows = filter.window.map((key) => words.cells[words.windows.indexOf(key)]);
  return [...windows, ...chosen, ...filter.disagree.map((key) => "against " + words.flags[key][0])];
}

function more(counts) {
  const next = found.slice(shown, shown + PAGE);
  $("results").append(...next.map((place) => item(place, counts)));
  shown += next.length;
  $("more").hidden = shown >= found.length;
}

function item(place, counts) {
  const { cards, effects, words } = index;
  let windows = 0, doubt = false;
  for (let i = first[place]; i < first[place + 1]; i++) {
    windows |= effects.windows[i];
    doubt = doubt || words.verdict && Object.keys(words.verdict)[effects.verdict[i]] === "uncertain";
  }
  const names = words.cells.filter((_, bit) => windows & (1 << bit));
  const said = (names.length === 5 ? "the whole step" : names.join(", ") || "no window") + (doubt ? ", something uncertain" : "");
  const mini = make("span", { class: "mini", "aria-hidden": "true" }, ...words.cells.map((_, bit) => make("i", { class: windows & (1 << bit) ? "open" : doubt ? "unknown" : "closed" })));
  const about = words.type[cards.type[place]] + (counts ? " · " + number(counts[place], "effect") + " found" : "");
  return make("li", null,
    make("a", { href: "#/card/" + encodeURIComponent(cards.id[place]), "data-place": place, "aria-current": place === open ? "true" : null },
      make("span", { class: "name", dir: "auto" }, cards.name[place]), mini,
      make("span", { class: "unseen" }, ", may be activated in: " + said + ". "),
      make("span", { class: "sub" }, cards.ja[place] ? make("span", { lang: "ja" }, cards.ja[place]) : "", make("span", null, about))));
}

function placeOf(id) {
  const { cards } = index;
  const exact = cards.id.indexOf(id);
  if (exact >= 0) return exact;
  const lower = id.toLowerCase();
  if (/^[ky]\d+$/.test(lower)) return cards.id.indexOf(lower);
  const digits = /^\d{1,18}$/.test(id) ? id.replace(/^0+/, "") || "0" : null;
  if (digits === null) return -1;
  const tests = [
    (place) => cards.id[place].replace(/^0+/, "") === digits,
    (place) => String(cards.konami[place]) === digits,
    (place) => cards.numbers[place].split(" ").includes(digits),
  ];
  for (const test of tests) {
    const place = cards.id.findIndex((_, one) => test(one));
    if (place >= 0) return place;
  }
  return -1;
}

async function partOf(chunk) {
  if (!parts.has(chunk)) parts.set(chunk, unpack(chunk));
  return parts.get(chunk);
}

async function openCard(id) {
  const turn = ++asked;
  const place = placeOf(id);
  mark(place < 0 ? null : place);
  if (place < 0) {
    $("card").replaceChildren(make("p", { class: "back" }, make("a", { href: "#/", id: "back" }, "← All cards")),
      make("h2", { tabindex: "-1", id: "card-name" }, "No such card"), make("p", null, "This dataset has no card with the number ", make("b", null, id), "."));
    document.title = "No such card · Damage Step";
  } else {
    const chunk = Math.floor(place / index.chunk);
    const part = await partOf(chunk);
    if (turn !== asked) return; // another card was asked for meanwhile
    const base = chunk * index.chunk;
    showCard($("card"), index, place, part, place - base, first[place] - first[base]);
    document.title = index.cards.name[place] + " · Damage Step";
    $("status").textContent = index.cards.name[place] + ": " + number(index.cards.count[place], "effect");
  }
  $("back").setAttribute("href", writeFilter(filter));
  view("card");
  if (document.activeElement !== $("query")) $("card-name").focus({ preventScroll: true });
  if (getComputedStyle($("pane")).overflowY === "auto") $("pane").scrollTop = 0;
  else window.scrollTo(0, 0);
}

function mark(place) {
  open = place;
  for (const link of document.querySelectorAll("#results a[aria-current]")) link.removeAttribute("aria-current");
  const link = place === null ? null : document.querySelector("#results a[data-place='" + place + "']");
  if (link) link.setAttribute("aria-current", "true");
}

function view(name) {
  document.body.dataset.view = name;
  $("card").hidden = name !== "card";
  $("welcome").hidden = name === "card";
}

function controls() {
  if ($("query").value !== filter.q) $("query").value = filter.q;
  for (const select of document.querySelectorAll("select[name]")) select.value = filter[select.name] || "";
  for (const box of document.querySelectorAll("#form input[type=checkbox]")) box.checked = filter[box.name].includes(box.value);
}

function route() {
  const address = location.hash;
  const card = /^#\/card\/([^?]{1,200})/.exec(address);
  if (card) {
    let id = card[1];
    try { id = decodeURIComponent(id); } catch { /* taken as it stands */ }
    return openCard(id);
  }
  if (address === "#main" && document.body.dataset.view) return undefined; // the link past the navigation
  asked++;
  filter = readFilter(address.startsWith("#/filter?") ? address.slice(9) : "", index.words);
  controls();
  if (facetsSet(filter) && matchMedia("(min-width: 56rem)").matches) $("filters").open = true;
  mark(null);
  list();
  view("list");
  document.title = "Cards · Damage Step";
  return undefined;
}

function changed() {
  const next = { q: $("query").value.trim(), window: [], disagree: [] };
  for (const select of document.querySelectorAll("select[name]")) if (select.value) next[select.name] = select.value;
  for (const box of document.querySelectorAll("#form input[type=checkbox]:checked")) next[box.name].push(box.value);
  filter = next;
  history.replaceState(null, "", writeFilter(filter));
  asked++;
  mark(null);
  list();
  view("list");
  document.title = "Cards · Damage Step";
}

function links() {
  return [...document.querySelectorAll("#results a")];
}

function keyboard(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const at = document.activeElement;
  const typing = at && /^(INPUT|SELECT|TEXTAREA)$/.test(at.tagName);
  const all = links();
  const place = all.indexOf(at);
  const go = (target) => { event.preventDefault(); if (target) target.focus(); };
  if (event.key === "/" && !typing) return go($("query"));
  if (event.key === "ArrowDown" && at === $("query")) return go(all[0]);
  if (place >= 0 && event.key === "ArrowDown") {
    if (place === all.length - 1 && !$("more").hidden) $("more").click();
    return go(links()[place + 1] || at);
  }
  if (place >= 0 && event.key === "ArrowUp") return go(place ? all[place - 1] : $("query"));
  if (place >= 0 && event.key === "Home") return go(all[0]);
  if (place >= 0 && event.key === "End") return go(all[all.length - 1]);
  if (event.key === "Escape" && place >= 0) return go($("query"));
  if (event.key === "Escape" && document.body.dataset.view === "card" && at !== $("query")) {
    const last = open;
    location.hash = writeFilter(filter);
    requestAnimationFrame(() => setTimeout(() => (document.querySelector("#results a[data-place='" + last + "']") || $("query")).focus(), 0));
    return go(null);
  }
  return undefined;
}

async function start() {
  if (typeof DecompressionStream === "undefined") {
    $("status").textContent = "This browser is too old to unpack the cards (it has no DecompressionStream).";
    return;
  }
  index = await unpack("index");
  first = firstEffects(index.cards);
  keys = nameKeys(index.cards);
  filter = readFilter("", index.words);
  prepare();
  const opening = /^#\/card\//.test(location.hash);
  if (opening) list();
  let waiting = 0;
  $("query").addEventListener("input", () => { clearTimeout(waiting); waiting = setTimeout(changed, 80); });
  $("form").addEventListener("change", (event) => { if (event.target !== $("query")) changed(); });
  $("form").addEventListener("submit", (event) => {
    event.preventDefault();
    clearTimeout(waiting);
    changed();
    const hit = links()[0];
    if (hit) hit.click();
  });
  $("form").addEventListener("reset", () => setTimeout(() => { $("query").value = ""; changed(); $("query").focus(); }, 0));
  $("more").addEventListener("click", () => more(matches(filter, index, first)));
  document.addEventListener("keydown", keyboard);
  window.addEventListener("hashchange", route);
  await route();
  document.body.dataset.ready = "yes";
}

start().catch((error) => { $("status").textContent = "The cards could not be unpacked: " + error; });
