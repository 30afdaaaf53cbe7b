/** Finds a text in linear time (Knuth-Morris-Pratt); V8 is quadratic for `a…ab a…a`. Pure. */

/** Below these limits V8's search is faster even when it is quadratic. */
const shortWord = 8;
const smallProduct = 1_000_000;

/**
 * Steps per character in the worst case, as multiples of the 3 ns that the budget supposes: up to
 * 14 ns for a short word whose first letters occur everywhere, 5 ns and 0.3 ns per comparison for
 * a longer one, 7 ns for the linear search.
 */
const shortWordSteps = 3;
const quadraticSteps = 2;
const comparisonsPerStep = 10;
const linearSteps = 3;

/** Comparing units as numbers is several times faster than comparing those of a string. */
function unitsOf(text: string): Uint16Array {
  const units = new Uint16Array(text.length);
  Buffer.from(units.buffer).write(text, 'utf16le');
  return units;
}

/** By position: length of the longest border of the word up to there. */
function bordersOf(word: Uint16Array): Int32Array {
  const borders = new Int32Array(word.length);
  let length = 0;
  for (let at = 1; at < word.length; at += 1) {
    while (length > 0 && word[length] !== word[at]) length = borders[length - 1] ?? 0;
    if (word[length] === word[at]) length += 1;
    borders[at] = length;
  }
  return borders;
}

export interface TextSearch {
  /** Cost of searching through the whole text. */
  readonly steps: number;
  /** @returns -1 when the word does not occur any more */
  next(from: number): number;
}

/** Searches for one word, which may occur several times. */
export function createTextSearch(text: string, word: string): TextSearch {
  const product = text.length * word.length;
  const native = (from: number): number => text.indexOf(word, from);
  if (word.length <= 1) return { steps: text.length, next: native };
  if (word.length <= shortWord) return { steps: shortWordSteps * text.length, next: native };
  if (product <= smallProduct)
    return { steps: quadraticSteps * text.length + product / comparisonsPerStep, next: native };
  if (word.length > text.length) return { steps: 1, next: () => -1 };
  let search: ((from: number) => number) | undefined;
  return {
    steps: linearSteps * (text.length + word.length),
    next: (from) => (search ??= linearSearch(unitsOf(text), unitsOf(word)))(from),
  };
}

function linearSearch(text: Uint16Array, word: Uint16Array): (from: number) => number {
  const borders = bordersOf(word);
  return (from) => {
    let length = 0;
    for (let at = from; at < text.length; at += 1) {
      const unit = text[at];
      while (length > 0 && word[length] !== unit) length = borders[length - 1] ?? 0;
      if (word[length] === unit) length += 1;
      if (length === word.length) return at + 1 - length;
    }
    return -1;
  };
}
