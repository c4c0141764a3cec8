// Names as people type them: any case, width, accents, punctuation, kana of either kind, and a few wrong letters.

const LONGEST = 31; // letters of a pattern: one bit each in a 32-bit number

const SINGLE = { "ø": "o", "æ": "ae", "œ": "oe", "ß": "ss", "đ": "d", "ł": "l" };

/** What is left of a name without case, width, accents, blanks and punctuation; hiragana become katakana. */
function fold(text) {
  if (/^[a-z0-9]*$/.test(text)) return text;
  let found = text.normalize("NFKD").toLowerCase().replace(/[\u0300-\u036f]/g, "").normalize("NFC");
  found = found.replace(/[^\p{L}\p{N}]/gu, "").replace(/[øæœßđł]/g, (one) => SINGLE[one]);
  return found.replace(/[\u3041-\u3096]/g, (one) => String.fromCharCode(one.charCodeAt(0) + 96));
}

/** How many wrong letters are forgiven. */
function allowance(length) {
  return length < 4 ? 0 : length < 7 ? 1 : length < 12 ? 2 : 3;
}

/**
 * A function that tells the fewest insertions, deletions and exchanges by which a pattern occurs anywhere in a text.
 * Bit-parallel (Myers 1999, https://doi.org/10.1145/316542.316550): one step a letter, whatever the pattern's length.
 */
function matcher(pattern) {
  const size = Math.min(pattern.length, LONGEST);
  const masks = new Map();
  for (let i = 0; i < size; i++) masks.set(pattern.charCodeAt(i), (masks.get(pattern.charCodeAt(i)) || 0) | (1 << i));
  const top = 1 << (size - 1);
  return (text) => {
    let up = -1, down = 0, score = size, best = size;
    for (let i = 0; i < text.length; i++) {
      const same = masks.get(text.charCodeAt(i)) || 0;
      const vertical = same | down;
      const diagonal = (((same & up) + up) ^ up) | same;
      let plus = down | ~(diagonal | up);
      let minus = up & diagonal;
      if (plus & top) score++;
      else if (minus & top) score--;
      if (score < best) best = score;
      plus <<= 1;
      minus <<= 1;
      up = minus | ~(vertical | plus);
      down = plus & vertical;
    }
    return best;
  };
}

/** Keys of all names, folded once. */
function nameKeys(cards) {
  return { en: cards.name.map(fold), ja: cards.ja.map(fold) };
}

/**
 * Places of the cards that answer to a query, the best first, each as [place, rank]; a rank from 4 on is a guess at a misspelled name.
 * A number is looked up first, since some cards are named by one.
 */
function search(query, cards, keys) {
  const wanted = fold(query.slice(0, 200));
  if (!wanted) return null;
  const words = query.split(/\s+/).map(fold).filter(Boolean);
  const number = /^\d{2,}$/.test(wanted) ? wanted : null;
  const ranks = new Map();
  const note = (place, rank, length) => {
    const old = ranks.get(place);
    if (old === undefined || rank < old[0]) ranks.set(place, [rank, length]);
  };
  for (let place = 0; place < keys.en.length; place++) {
    for (const key of [keys.en[place], keys.ja[place]]) {
      if (!key) continue;
      const at = key.indexOf(wanted);
      if (at === 0) note(place, key.length === wanted.length ? 0 : 1, key.length);
      else if (at > 0) note(place, 2, key.length);
      else if (words.length > 1 && words.every((word) => key.includes(word))) note(place, 3, key.length);
    }
    if (number !== null && isNumbered(cards, place, number)) note(place, 0.5, 0);
    else if (cards.id[place].toLowerCase() === wanted) note(place, 0.5, 0);
  }
  // Where something is spelled so, a guess has to be near.
  if (number === null && ranks.size < 12) guess(wanted, words, keys, note, ranks.size ? 1 : 3);
  const found = [...ranks.entries()].map(([place, [rank, length]]) => [place, rank, length]);
  found.sort((one, other) => one[1] - other[1] || one[2] - other[2] || cards.name[one[0]].localeCompare(cards.name[other[0]]));
  return found;
}

function isNumbered(cards, place, number) {
  const bare = number.replace(/^0+/, "");
  return cards.id[place].replace(/^0+/, "") === bare || String(cards.konami[place]) === bare || cards.numbers[place].split(" ").includes(bare);
}

function guess(wanted, words, keys, note, most) {
  const few = Math.min(most, allowance(wanted.length));
  if (!few) return;
  const whole = matcher(wanted);
  const each = words.length > 1 ? words.map((word) => [matcher(word), allowance(word.length)]) : [];
  for (let place = 0; place < keys.en.length; place++) {
    for (const key of [keys.en[place], keys.ja[place]]) {
      if (!key) continue;
      const apart = Math.abs(key.length - wanted.length);
      let wrong = whole(key);
      if (wrong > few && each.length) {
        wrong = 0;
        for (const [match, forgiven] of each) {
          const some = match(key);
          if (some > forgiven) { wrong = Infinity; break; }
          wrong += some;
        }
        if (wrong <= few + 1) note(place, 5 + wrong, apart);
      } else if (wrong <= few) note(place, 4 + wrong, apart);
    }
  }
}
