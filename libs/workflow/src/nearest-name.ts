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
/** Pairs of characters that are compared for one workflow, or for one name: about 20 ms. */
const mostPairs = 500_000;
/** More problems with a suggestion do not help the author. */
const mostGuesses = 200;
const mostCandidates = 2_000;

/** The guesses for one workflow. They share a limit, because each compares with all known names. */
export class NearestNames {
  #pairsLeft = mostPairs;
  #guessesLeft = mostGuesses;

  /**
   * @returns null when no known name is within a third of the name's letters (at least one), or
   * when the limit is reached
   */
  of(name: string, known: Iterable<string>): string | null {
    let best: { readonly name: string; readonly distance: number } | null = null;
    const wanted = name.toLowerCase().slice(0, longestName);
    // For a name of one letter, every other letter would be as near.
    const limit = wanted.length < 2 ? 0 : Math.max(1, Math.floor(wanted.length / 3));
    let candidates = 0;
    this.#guessesLeft -= 1;
    if (this.#guessesLeft < 0) return null;
    for (const candidate of known) {
      candidates += 1;
      if (candidates > mostCandidates || this.#pairsLeft < 0) break;
      const other = candidate.slice(0, longestName).toLowerCase();
      if (Math.abs(other.length - wanted.length) > limit) continue;
      this.#pairsLeft -= wanted.length * other.length;
      const found = distance(wanted, other);
      if (found <= limit && (best === null || found < best.distance))
        best = { name: candidate, distance: found };
    }
    return best?.name ?? null;
  }
}

/** `; did you mean "x"?`, or an empty text. */
export const didYouMean = (nearest: string | null): string =>
  nearest === null ? '' : `; did you mean "${nearest}"?`;

/** The same for a single name. */
export const suggestion = (name: string, known: Iterable<string>): string =>
  didYouMean(new NearestNames().of(name, known));
