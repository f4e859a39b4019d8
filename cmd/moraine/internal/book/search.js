// rank returns the numbers of the entries that match a query, the best one first, as package search ranks them.
function rank(x, query, lang) {
  const all = (query.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) || []).filter((w) => [...w].length > 1);
  const count = (l) => all.filter((w) => x.stops[l].includes(w)).length;
  lang = x.stops[lang] ? lang : "en";
  for (const l of x.languages) if (count(l) > count(lang)) lang = l;
  const phrased = [];
  for (let i = 0; i < all.length; i++) phrased.push(x.phrases.includes(all[i] + "_" + all[i + 1]) ? all[i] + "_" + all[++i] : all[i]);
  const subject = phrased.filter((w) => !x.stops[lang].includes(w)), idf = (t) => Math.log(1 + (x.long.length - x.postings[t].length / 3 + 0.5) / (x.postings[t].length / 3 + 0.5));
  const real = subject.map((w) => { const own = terms(x, w, lang); return own.size ? own : parts(x, w, lang); });
  const total = new Map(), misspelt = real.every((own) => !own.size);
  let whole = 0;
  for (const [i, word] of subject.entries()) {
    const best = new Map(); // by entry: the rank, and the quality of the match
    let rare = 0;
    for (const [t, weight] of real[i].size ? real[i] : near(x, word, lang, misspelt)) {
      const found = x.postings[t];
      rare = Math.max(rare, Math.sqrt(weight * idf(t)));
      for (let i = 0; i < found.length; i += 3) {
        const [e, c, quality] = found.slice(i, i + 3), was = best.get(e) || [0, 0];
        best.set(e, [Math.max(was[0], weight * idf(t) * c * (x.saturation + 1) / (c + x.saturation * x.long[e])), Math.max(was[1], weight * quality)]);
      }
    }
    for (const [e, [r, q]] of best) {
      const was = total.get(e) || [0, 0];
      total.set(e, [was[0] + r, was[1] + q * rare]);
    }
    whole += rare;
  }
  const asked = Object.hasOwn(x.asking, all[0]) ? x.asking[all[0]] : [];
  const score = ([e, [r, q]]) => [e, r * (q / whole) ** 2 * x.prior[e] * (asked.includes(e) ? x.also_ask : 1)];
  return [...total].map(score).sort((a, b) => b[1] - a[1] || (found[a[0]][1] < found[b[0]][1] ? -1 : 1)).map(([e]) => e);
}
// terms returns the terms of a word with their weights, in all languages and with synonyms.
function terms(x, word, lang) {
  const out = new Map(), add = (t, w) => { if ((x.postings[t] || []).length) out.set(t, Math.max(out.get(t) || 0, w)); };
  (Object.hasOwn(x.words, word) ? x.words[word] : []).forEach((t, i) => {
    const weight = x.languages[i] === lang ? 1 : x.foreign;
    if (t < 0) return;
    add(t, weight);
    for (let j = 0; j < (x.synonyms[t] || []).length; j += 2) add(x.synonyms[t][j], x.synonyms[t][j + 1] * weight);
  });
  return out;
}
// parts returns the terms of the two words of a German compound.
function parts(x, word, lang) {
  for (let i = 3; lang === "de" && i <= word.length - 3; i++) {
    const tail = terms(x, word.slice(i), lang);
    for (const link of tail.size ? ["", "s", "n", "en", "es", "er"] : []) {
      const first = word.slice(0, i - link.length), head = word.slice(0, i).endsWith(link) && first.length >= 3 ? terms(x, first, lang) : new Map();
      if (!head.size) continue;
      for (const [t, w] of head) tail.set(t, Math.max(tail.get(t) || 0, w));
      return new Map([...tail].map(([t, w]) => [t, w * x.inexact]));
    }
  }
  return new Map();
}
// near returns the terms of the words that begin as a word does or, if it may be misspelt, as its first letters do.
function near(x, word, lang, misspelt) {
  const out = new Map();
  for (let n = word.length; !out.size && n >= 4 && (misspelt || n === word.length); n--)
    for (const other of Object.keys(x.words))
      if (other.startsWith(word.slice(0, n))) for (const [t, w] of terms(x, other, lang)) out.set(t, Math.max(out.get(t) || 0, w * x.inexact));
  return out;
}
// search returns the entries for a query: those that are called so, then those that match it best.
function search(query, lang, most) {
  const name = query.trim().toLowerCase(), called = found.filter((hit) => name && hit[1].toLowerCase().startsWith(name));
  const others = rank(words, query, lang).map((e) => found[e]).filter((hit) => hit[3] && !called.includes(hit));
  return [...called.sort((a, b) => a[1].length - b[1].length), ...others].slice(0, most);
}
