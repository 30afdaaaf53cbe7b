/** Finds a text in another in linear time (Knuth-Morris-Pratt): V8's own search is quadratic for `a…ab a…a`. Pure. */

/** Below, V8's search is faster even when it is quadratic. */
const shortWord = 8;
const smallProduct = 1_000_000;

/** By position: length of the longest border of the word up to there. */
function bordersOf(word: string): Int32Array {
  const borders = new Int32Array(word.length);
  let length = 0;
  for (let at = 1; at < word.length; at += 1) {
    const unit = word.charCodeAt(at);
    while (length > 0 && word.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
    if (word.charCodeAt(length) === unit) length += 1;
    borders[at] = length;
  }
  return borders;
}

/** Searches for the same word again and again. */
export function createTextSearch(text: string, word: string): (from: number) => number {
  if (word.length <= shortWord || text.length * word.length <= smallProduct)
    return (from) => text.indexOf(word, from);
  if (word.length > text.length) return () => -1;
  const borders = bordersOf(word);
  return (from) => {
    let length = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text.charCodeAt(at);
      while (length > 0 && word.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0;
      if (word.charCodeAt(length) === unit) length += 1;
      if (length === word.length) return at + 1 - length;
    }
    return -1;
  };
}
