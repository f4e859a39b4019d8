// rank returns the numbers of the entries that match a query, the best one first, as package search ranks them.
function rank(x, query, lang) {
  const all = (query.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) || []).filter((w) => [...w].length > 1);
  const count = (l) => all.filter((w) => x.stops[l].includes(w)).length;
  lang = x.stops[lang] ? lang : "en";
  for (const l of x.languages) if (count(l) > count(lang)) lang = l;
  let subject = all.filter((w) => !x.stops[lang].includes(w));
  if (!subject.length) subject = all;
  const total = new Map();
  for (const word of subject) {
    const best = new Map(); // by entry: the rank, and the quality of the match
    for (const [t, weight] of near(x, word, lang)) {
      const found = x.postings[t], n = found.length / 2, idf = Math.log(1 + (x.long.length - n + 0.5) / (n + 0.5));
      for (let i = 0; i < found.length; i += 2) {
        const [e, c] = [found[i], found[i + 1]], was = best.get(e) || [0, 0];
        best.set(e, [Math.max(was[0], weight * idf * c * (x.saturation + 1) / (c + x.saturation * x.long[e])), Math.max(was[1], weight)]);
      }
    }
    for (const [e, [r, q]] of best) {
      const was = total.get(e) || [0, 0];
      total.set(e, [was[0] + r, was[1] + q]);
    }
  }
  const score = ([e, [r, q]]) => [e, r * (q / subject.length) ** 2 * x.prior[e]];
  return [...total].map(score).sort((a, b) => b[1] - a[1] || (found[a[0]][1] < found[b[0]][1] ? -1 : 1)).map(([e]) => e);
}
// terms returns the terms of a word with their weights, in all languages and with synonyms.
function terms(x, word, lang) {
  const out = new Map(), add = (t, w) => { if ((x.postings[t] || []).length) out.set(t, Math.max(out.get(t) || 0, w)); };
  (x.words[word] || []).forEach((t, i) => {
    const weight = x.languages[i] === lang ? 1 : x.foreign;
    if (t < 0) return;
    add(t, weight);
    for (let j = 0; j < (x.synonyms[t] || []).length; j += 2) add(x.synonyms[t][j], x.synonyms[t][j + 1] * weight);
  });
  return out;
}
// near returns the terms of a word or, if no text has it, of the words that begin as it does.
function near(x, word, lang) {
  const exact = Object.hasOwn(x.words, word) ? terms(x, word, lang) : new Map();
  for (let n = word.length; !exact.size && n >= 4; n--)
    for (const other of Object.keys(x.words))
      if (other.startsWith(word.slice(0, n))) for (const [t, w] of terms(x, other, lang)) exact.set(t, Math.max(exact.get(t) || 0, w * x.inexact));
  return exact;
}
// search returns the entries for a query: those that are called so, then those that match it best.
function search(query, lang, most) {
  const name = query.trim().toLowerCase(), called = found.filter((hit) => name && hit[1].toLowerCase().startsWith(name));
  const others = rank(words, query, lang).map((e) => found[e]).filter((hit) => hit[3] && !called.includes(hit));
  return [...called.sort((a, b) => a[1].length - b[1].length), ...others].slice(0, most);
}
