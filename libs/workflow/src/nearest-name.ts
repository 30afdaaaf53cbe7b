/** Guesses which name the author meant: the known one with the fewest typing mistakes. Pure. */

/** Insertions, deletions, changes and swaps of neighbours (restricted Damerau-Levenshtein). */
function distance(a: string, b: string): number {
  let [before, previous] = [[] as number[], Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i += 1) {
    const current = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const changed = (previous[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(changed, (previous[j] ?? 0) + 1, (current[j - 1] ?? 0) + 1);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, (before[j - 2] ?? 0) + 1);
      current.push(least);
    }
    [before, previous] = [previous, current];
  }
  return previous[b.length] ?? a.length;
}

/** Comparisons stop here: names have at most 100 characters. */
const longestName = 100;

/** @returns null when no known name is within a third of the name's letters (at least one) */
function nearestName(name: string, known: Iterable<string>): string | null {
  let best: { readonly name: string; readonly distance: number } | null = null;
  const wanted = name.toLowerCase().slice(0, longestName);
  for (const candidate of known) {
    const found = distance(wanted, candidate.toLowerCase().slice(0, longestName));
    if (best === null || found < best.distance) best = { name: candidate, distance: found };
  }
  const limit = Math.max(1, Math.floor(wanted.length / 3));
  return best !== null && best.distance <= limit ? best.name : null;
}

/** `; did you mean "x"?`, or an empty text. */
export function suggestion(name: string, known: Iterable<string>): string {
  const nearest = nearestName(name, known);
  return nearest === null ? '' : `; did you mean "${nearest}"?`;
}
