/** Replaces ranges of a text. All offsets are those of the text before. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** @param splices in the order of the text, without overlap */
export function spliceText(text: string, splices: readonly Splice[]): string {
  let result = '';
  let at = 0;
  for (const { start, end, text: inserted } of splices) {
    result += text.slice(at, start) + inserted;
    at = end;
  }
  return result + text.slice(at);
}

/**
 * Where an offset lies afterwards. The start of a replaced range stays, its end moves along.
 * @param splices in the order of the text, without overlap
 */
export function shiftOf(splices: readonly Splice[]): (offset: number) => number {
  const ends = splices.map(({ end }) => end);
  let sum = 0;
  const sums = splices.map(({ start, end, text }) => (sum += text.length - (end - start)));
  return (offset) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return offset + (sums[low - 1] ?? 0);
  };
}
