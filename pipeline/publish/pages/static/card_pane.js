// One card, laid out. Every word comes from the dataset's own views; only their places are decided here.

/** The five windows as a list, each with its sign and its state in words. */
function timelineOf(symbols, words) {
  const states = Object.fromEntries(Object.entries(words.symbols).map(([state, symbol]) => [symbol, state]));
  const cells = [...symbols].map((symbol, place) => {
    const state = states[symbol] || "closed";
    return make("li", { class: state },
      make("span", { class: "where" }, words.cells[place]),
      make("span", { class: "sign", "aria-hidden": "true" }, symbol),
      make("span", { class: "state" }, state.replace("_", " ")));
  });
  return make("ol", { class: "timeline", "aria-label": "Windows of the Damage Step" }, ...cells);
}

/** A line of a definition list, or nothing where there is nothing to say. */
function entry(name, ...content) {
  const filled = content.filter((one) => one !== null && one !== "");
  return filled.length ? [make("dt", null, name), make("dd", null, ...filled)] : [];
}

/** Addresses as links; anything else as text. */
function sources(text) {
  return text.split(/\s+/).filter(Boolean).map((address) => {
    if (!/^https?:\/\//.test(address)) return address + " ";
    let shown = address.replace(/^https?:\/\/(www\.)?/, "");
    try { shown = decodeURI(shown); } catch { /* shown as it is */ }
    return make("a", { href: address, rel: "noreferrer", class: "source" }, shown);
  });
}

function engineList(engines) {
  if (!engines.length) return [];
  const items = engines.map(([name, says, state]) => make("li", { class: state }, make("b", null, name), " ", says));
  return entry("Simulators", make("ul", { class: "engines" }, ...items));
}

/** One effect: ``at`` gives its fields by name. */
function effectOf(at, words) {
  const eligible = at("eligible");
  const head = make("h3", null, at("label"), at("described") ? make("span", { class: "kind" }, at("described")) : null);
  const parts = [make("div", { class: "head" }, head, make("span", { class: "verdict " + eligible }, words.verdict[eligible] || eligible))];
  if (at("text")) parts.push(make("p", { class: "text", lang: at("text_ja") ? "en" : null, dir: "auto" }, at("text")));
  else if (at("stands_in")) parts.push(make("p", { class: "text stands-in" }, "No text in this dataset; " + at("stands_in")));
  if (at("text_ja")) {
    parts.push(make("details", { class: "japanese", open: eligible === "uncertain" }, make("summary", null, "Japanese text"),
      make("p", { class: "text", lang: "ja" }, at("text_ja"))));
  }
  const applied = eligible === "not_activated";
  if (!applied) parts.push(timelineOf(at("timeline"), words));
  const by = [at("decided_by") ? "by " + at("decided_by") : "", at("confidence") ? "confidence " + at("confidence") : ""].filter(Boolean).join(" · ");
  const rule = at("rule") ? make("a", { href: "rules.html#" + encodeURIComponent(at("rule")) }, at("rule")) : null;
  const decided = rule || by ? [rule, (rule && by ? " · " : "") + by] : [];
  const lines = [
    ...entry(applied ? "Applied" : "When", applied ? at("when").replace(/^applies at: /, "") : at("when")),
    ...entry("Condition", at("condition")),
    ...entry("Because", at("reason")),
    ...entry("Rule", ...decided),
    ...entry("Source", ...sources(at("source"))),
    ...entry("Languages", at("languages")),
    ...engineList(at("engines")),
  ];
  if (lines.length) parts.push(make("dl", null, ...lines));
  return make("section", { class: "effect" + (at("option") ? " option" : "") }, ...parts);
}

/** The whole card into ``place``; ``part`` is its chunk, ``card`` and ``start`` where it and its first effect stand in that. */
function showCard(place, index, number, part, card, start) {
  const { cards, words } = index;
  const konami = cards.konami[number];
  const title = make("h2", { tabindex: "-1", id: "card-name", dir: "auto" }, cards.name[number]);
  const numbers = make("p", { class: "hint" }, part.cards.numbers[card]);
  if (konami) {
    const address = "https://www.db.yugioh-card.com/yugiohdb/card_search.action?ope=2&request_locale=ja&cid=" + konami;
    numbers.append(" · ", make("a", { href: address, rel: "noreferrer" }, "official database"));
  }
  numbers.append(" · " + index.about);
  const effects = [];
  for (let i = start; i < start + cards.count[number]; i++) effects.push(effectOf((name) => part.effects[name][i], words));
  if (!effects.length) effects.push(make("p", { class: "notice" }, "No effects: nothing of this card is activated."));
  place.replaceChildren(
    make("p", { class: "back" }, make("a", { href: "#/", id: "back" }, "← All cards")),
    title,
    cards.ja[number] ? make("p", { class: "ja", lang: "ja" }, cards.ja[number]) : "",
    make("p", { class: "type" }, part.cards.type_line[card]),
    numbers,
    ...effects,
  );
}
