/** Orders the results. Pure. */
import type { Found, FoundKind } from './search.schemas.js';

export interface FoundRow {
  readonly id: string;
  readonly title: string;
}

/** Matches at the beginning first, then by title. */
export function ranked(rows: readonly FoundRow[], q: string): readonly FoundRow[] {
  const asked = q.toLowerCase();
  const rank = ({ title }: FoundRow): number => (title.toLowerCase().startsWith(asked) ? 0 : 1);
  return rows.toSorted(
    (a, b) => rank(a) - rank(b) || (a.title < b.title ? -1 : a.title > b.title ? 1 : 0),
  );
}

/**
 * Every kind gets its share of the answer; what some do not need goes to the others.
 * @returns how many of each list
 */
export function shares(lengths: readonly number[], most: number): readonly number[] {
  const taken = lengths.map(() => 0);
  for (let left = most, more = true; left > 0 && more;) {
    more = false;
    for (const [at, length] of lengths.entries()) {
      if (left === 0 || (taken[at] ?? 0) >= length) continue;
      taken[at] = (taken[at] ?? 0) + 1;
      left -= 1;
      more = true;
    }
  }
  return taken;
}

const pages: Readonly<Record<FoundKind, (id: string) => string>> = {
  execution: (id) => `executions/${id}`,
  delivery: (id) => `webhooks?delivery=${id}`,
  batch: (id) => `batches/${id}`,
  workflow: (id) => `workflows/${id}`,
  subscription: (id) => `webhooks/${id}`,
  secret: (id) => `secrets?name=${encodeURIComponent(id)}`,
  member: (id) => `settings/members?user=${id}`,
};

export const foundOf = (kind: FoundKind, workspaceId: string, { id, title }: FoundRow): Found => ({
  kind,
  id,
  title,
  path: `/w/${workspaceId}/${pages[kind](id)}`,
});
