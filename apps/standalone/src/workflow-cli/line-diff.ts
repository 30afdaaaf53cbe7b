/** The lines that two texts differ in: removed ones and added ones. Pure. */

/** Comparisons of lines; beyond, all lines in between count as changed. */
const maxComparisons = 1_000_000;

/** Lengths of the longest common parts of `from[i…]` and `to[j…]`. */
function commonLengths(from: readonly string[], to: readonly string[]): Uint32Array[] {
  const rows = Array.from({ length: from.length + 1 }, () => new Uint32Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i -= 1) {
    for (let j = to.length - 1; j >= 0; j -= 1) {
      const [row, below] = [rows[i], rows[i + 1]];
      if (row === undefined || below === undefined) continue;
      row[j] =
        from[i] === to[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return rows;
}

function changed(from: readonly string[], to: readonly string[]): string[] {
  if (from.length * to.length > maxComparisons)
    return [...from.map((line) => `- ${line}`), ...to.map((line) => `+ ${line}`)];
  const common = commonLengths(from, to);
  const lines: string[] = [];
  for (let [i, j] = [0, 0]; i < from.length || j < to.length;) {
    if (i < from.length && j < to.length && from[i] === to[j]) {
      [i, j] = [i + 1, j + 1];
      continue;
    }
    const takesOut =
      j === to.length ||
      (i < from.length && (common[i + 1]?.[j] ?? 0) >= (common[i]?.[j + 1] ?? 0));
    if (takesOut) lines.push(`- ${from[i++] ?? ''}`);
    else lines.push(`+ ${to[j++] ?? ''}`);
  }
  return lines;
}

/** Only the lines that differ, each after `- ` or `+ `. */
export function lineDiff(from: string, to: string): string[] {
  const [before, after] = [from.split('\n'), to.split('\n')];
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start])
    start += 1;
  let end = 0;
  while (
    end < Math.min(before.length, after.length) - start &&
    before.at(-1 - end) === after.at(-1 - end)
  )
    end += 1;
  return changed(before.slice(start, before.length - end), after.slice(start, after.length - end));
}
