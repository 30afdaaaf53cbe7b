/** Which two versions are compared. */
export type VersionName = number | 'draft';

export interface Pair {
  /** Null: nothing was ever deployed. */
  readonly a: VersionName | null;
  readonly b: VersionName;
}

export interface Known {
  /** Numbers of the versions that are listed, newest first. */
  readonly versions: readonly number[];
  readonly deployed: number | null;
  /** Null: not known yet. */
  readonly draftDiffers: boolean | null;
}

const nameOf = (text: string): VersionName | null => {
  if (text === 'draft') return text;
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : null;
};

/** Where the draft is what runs, what changed last says more. */
function usualPair({ versions, deployed, draftDiffers }: Known): Pair {
  const a = deployed ?? versions[0] ?? null;
  const before = a === null ? undefined : versions.find((version) => version < a);
  if (draftDiffers === false && a !== null && before !== undefined) return { a: before, b: a };
  return { a, b: 'draft' };
}

export function chosenPair(asked: { readonly a: string; readonly b: string }, known: Known): Pair {
  const usual = usualPair(known);
  return { a: nameOf(asked.a) ?? usual.a, b: nameOf(asked.b) ?? usual.b };
}

/** The version of the two that can be deployed again. Null: neither. */
export function againOf({ a, b }: Pair, deployed: number | null): number | null {
  const old = [a, b].filter((name) => typeof name === 'number' && name !== deployed);
  return typeof old[0] === 'number' ? old[0] : null;
}
