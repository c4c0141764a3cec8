// The tags of all effects, and which of them a filter lets through.

const DISAGREE = ["languages", "edopro", "ygopro"];
const CHOICES = ["verdict", "kind", "type", "mode", "rule", "decided"];

/** The first effect of each card, and of none at the end. */
function firstEffects(cards) {
  const first = new Int32Array(cards.count.length + 1);
  for (let i = 0; i < cards.count.length; i++) first[i + 1] = first[i] + cards.count[i];
  return first;
}

/** A filter as it stands in an address, with what is no filter left out. */
function readFilter(text, words) {
  const given = new URLSearchParams(text);
  const filter = { q: (given.get("q") || "").slice(0, 200), window: [], disagree: [] };
  filter.window = (given.get("window") || "").split(",").filter((key) => words.windows.includes(key));
  filter.disagree = (given.get("disagree") || "").split(",").filter((key) => DISAGREE.includes(key));
  for (const name of CHOICES) {
    const value = given.get(name) || "";
    if (value && valuesOf(name, words).includes(value)) filter[name] = value;
  }
  return filter;
}

/** The address of a filter. */
function writeFilter(filter) {
  const parts = [];
  for (const name of ["q", "window", ...CHOICES, "disagree"]) {
    const value = Array.isArray(filter[name]) ? filter[name].join(",") : filter[name];
    if (value) parts.push(name + "=" + encodeURIComponent(value).replace(/%2C/g, ","));
  }
  return parts.length ? "#/filter?" + parts.join("&") : "#/";
}

function valuesOf(name, words) {
  return Array.isArray(words[name]) ? words[name] : Object.keys(words[name]);
}

/** How many facets are set, the query not counted. */
function facetsSet(filter) {
  return (filter.window.length ? 1 : 0) + (filter.disagree.length ? 1 : 0) + CHOICES.filter((name) => filter[name]).length;
}

/** For each card the number of its effects that the filter lets through; null where no facet is set. */
function matches(filter, index, first) {
  if (!facetsSet(filter)) return null;
  const { words, cards, effects } = index;
  const bits = filter.window.reduce((sum, key) => sum | (1 << words.windows.indexOf(key)), 0);
  const flags = filter.disagree.reduce((sum, key) => sum | words.flags[key][1], 0);
  const wanted = {};
  for (const name of CHOICES) wanted[name] = filter[name] ? valuesOf(name, words).indexOf(filter[name]) : null;
  const found = new Uint16Array(cards.count.length);
  for (let card = 0; card < found.length; card++) {
    if (wanted.type !== null && cards.type[card] !== wanted.type) continue;
    for (let i = first[card]; i < first[card + 1]; i++) {
      if ((effects.windows[i] & bits) !== bits || (flags && !(effects.flags[i] & flags))) continue;
      if (wanted.verdict !== null && effects.verdict[i] !== wanted.verdict) continue;
      if (wanted.kind !== null && effects.kind[i] !== wanted.kind) continue;
      if (wanted.mode !== null && effects.mode[i] !== wanted.mode) continue;
      if (wanted.rule !== null && effects.rule[i] !== wanted.rule) continue;
      if (wanted.decided !== null && effects.decided[i] !== wanted.decided) continue;
      found[card]++;
    }
  }
  return found;
}
