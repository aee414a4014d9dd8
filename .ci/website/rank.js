// The ranking of the search: the index and a query in, entries out, best first. It also runs outside of a browser, in tests.
var search = (function () {
  "use strict";
  var STOP_WORDS = new Set(("a an and as at be can do does for from has have how i in is it me must my of on or that the then this to up what when where which " +
    "while why with you your are one end may everything every step").split(" "));
  // What an entry of a kind is worth: guide, tutorial, type, diagnostic, member, benchmark.
  var WORTH = [1, 0.8, 0.5, 0.5, 0.3, 0.5];

  /** Words in lowercase, without endings that make no difference. */
  function wordsOf(text) {
    return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) || []).filter(function (word) { return !STOP_WORDS.has(word); }).map(function (word) {
      var ending = ["ies", "ing", "es", "ed", "s", "y"].find(function (ending) {
        return word.length > ending.length + 3 && word.endsWith(ending);
      });
      return ending ? word.slice(0, -ending.length) : word;
    });
  }

  /** Whether a word of the index is meant by one of the query: it begins with it. A short word has an ending at most. */
  function fits(key, word) {
    if (!key.startsWith(word)) return false;
    return word.length > 3 || /^$|^s$|^.?(ed|ing)$/.test(key.slice(word.length));
  }

  /** The entries that have a word: how often, and where. */
  function hits(index, word) {
    var found = new Map();
    for (var key in index.words) {
      if (!fits(key, word)) continue;
      var places = index.words[key];
      for (var i = 0; i < places.length; i += 2) {
        var hit = found.get(places[i]) || { count: 0, flags: 0 };
        hit.count += places[i + 1] >> 4;
        hit.flags |= places[i + 1] & 15;
        found.set(places[i], hit);
      }
    }
    return found;
  }

  /** How well an entry fits a word: a title, or the name of a page, says more than a heading, and that more than a text, in which repetitions count less and less. */
  function score(hit, length) {
    var frequency = hit.count / (hit.count + 1 + length / 400);
    return (hit.flags & 1 ? 3 : 0) + (hit.flags & 2 ? 1.5 : 0) + (hit.flags & 4 ? 1.5 : 0) + (hit.flags & 8 ? 2 : 0) + 2 * frequency;
  }

  function rank(index, query, limit) {
    var words = wordsOf(query), scores = new Map();
    words.forEach(function (word) {
      var found = hits(index, word);
      // Rare words weigh more.
      var weight = Math.log(1 + index.entries.length / (1 + found.size));
      found.forEach(function (hit, entry) {
        scores.set(entry, (scores.get(entry) || 0) + weight * score(hit, index.entries[entry][4]) * WORTH[index.entries[entry][0]]);
      });
    });
    var name = query.trim().toLowerCase();
    var results = [];
    scores.forEach(function (score, number) {
      var entry = index.entries[number];
      // Who types a whole name looks for what has it.
      if (entry[2].toLowerCase() === name) score += 100;
      var best = section(entry[5], words);
      // One heading that has all of the words answers the question.
      if (words.length > 1 && best.count === words.length) score *= 2;
      results.push({ score: score, kind: index.kinds[entry[0]], address: entry[1], title: entry[2], abstract: entry[3], section: best.heading });
    });
    results.sort(function (a, b) { return b.score - a.score || (a.address < b.address ? -1 : 1); });
    return results.slice(0, limit || 20);
  }

  /** The heading with most of the words, as its anchor and text, and how many it has. */
  function section(headings, words) {
    var best = { heading: null, count: 0 };
    headings.forEach(function (heading) {
      var text = heading[1].toLowerCase();
      var count = words.filter(function (word) { return text.includes(word); }).length;
      if (count > best.count) best = { heading: heading, count: count };
    });
    return best;
  }

  return rank;
})();
if (typeof module !== "undefined") module.exports = search;
