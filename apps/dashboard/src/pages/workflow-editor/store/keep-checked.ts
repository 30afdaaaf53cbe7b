/**
 * What the server says about a draft that was not saved here: as it was opened, and after someone
 * else saved. A save brings its own answer.
 */
import { answered } from '../../../data/ask.js';
import type { Problem } from './editor-state.js';
import type { EditorStore } from './editor-store.js';

export interface Checked {
  readonly problems: readonly Problem[];
  readonly warnings: readonly Problem[];
}

/** @returns null: no answer came, and the next save brings one */
export type CheckDraft = (text: string) => Promise<Checked | null>;

/** @returns stops */
export function keepChecked(store: EditorStore, check: CheckDraft): () => void {
  const look = async (): Promise<void> => {
    const { base, problems } = store.getState();
    const checked = await check(base);
    const now = store.getState();
    if (checked !== null && now.base === base && now.problems === problems)
      store.setState({ problems: checked.problems, warnings: checked.warnings });
  };
  void look();
  return store.subscribe(({ base, problems }, before) => {
    if (base !== before.base && problems === before.problems) void look();
  });
}

export const checkAtServer =
  (workspaceId: string): CheckDraft =>
  async (text) => {
    try {
      const response = await answered('/api/v1/workflows/check', {
        method: 'POST',
        credentials: 'same-origin',
        headers: { 'x-workspace-id': workspaceId, 'content-type': 'application/json' },
        // Written by hand: the text of the definition stays as it is.
        body: `{"definition":${text}}`,
      });
      if (!response.ok) return null;
      return ((await response.json()) as { readonly data: Checked }).data;
    } catch {
      return null;
    }
  };
