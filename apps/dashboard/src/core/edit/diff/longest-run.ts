/** The most items that kept their order: what is not among them has moved. */

/** @returns the longest rising part of distinct numbers, in O(n log n) */
function longestRise(numbers: readonly number[]): Set<number> {
  /** By length: index of the smallest number that ends a rise of this length. */
  const ends: number[] = [];
  const previous = numbers.map(() => -1);
  for (const [index, number] of numbers.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
      else high = middle;
    }
    previous[index] = ends[low - 1] ?? -1;
    ends[low] = index;
  }
  const rise = new Set<number>();
  for (let at = ends.at(-1) ?? -1; at >= 0; at = previous[at] ?? -1) rise.add(numbers[at] ?? 0);
  return rise;
}

/** What must move so that `before` stands in the order of `after`. Both have the same items. */
export function movedIn(before: readonly string[], after: readonly string[]): string[] {
  const indexes = new Map(before.map((item, index) => [item, index]));
  const kept = longestRise(after.map((item) => indexes.get(item) ?? 0));
  return after.filter((item) => !kept.has(indexes.get(item) ?? 0));
}
