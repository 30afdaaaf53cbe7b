/**
 * Saves where the blocks stand, some seconds after the last move. Only what was moved here is
 * changed: another person may have moved other blocks.
 */
import type { BlockPositions } from '../../../core/layout/stored.js';
import { call } from '../../../data/ask.js';
import type { EditorStore } from './editor-store.js';

export interface LayoutServer {
  read(): Promise<StoredLayout>;
  save(layout: StoredLayout): Promise<unknown>;
}

interface StoredLayout {
  readonly positions: Readonly<Record<string, readonly number[]>>;
  readonly sizes: Readonly<Record<string, readonly number[]>>;
  readonly collapsed: readonly string[];
}

const quietMs = 3_000;

const movedIn = (positions: BlockPositions, before: BlockPositions): BlockPositions =>
  Object.fromEntries(
    Object.entries(positions).filter(
      ([id, [x, y]]) => x !== before[id]?.[0] || y !== before[id]?.[1],
    ),
  );

/** @returns saves what is left, and stops */
export function keepPlaces(store: EditorStore, server: LayoutServer): () => void {
  let saved = store.getState().positions;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const save = async (): Promise<void> => {
    const { positions } = store.getState();
    const moved = movedIn(positions, saved);
    if (Object.keys(moved).length === 0) return;
    const theirs = await server.read();
    await server.save({ ...theirs, positions: { ...theirs.positions, ...moved } });
    saved = positions;
  };
  // Places are no work that could be lost: the next move tries again.
  const trySaving = (): void => void save().catch(() => undefined);
  const unwatch = store.subscribe(({ positions }, before) => {
    if (positions === before.positions) return;
    clearTimeout(timer);
    timer = setTimeout(trySaving, quietMs);
  });
  return () => {
    clearTimeout(timer);
    trySaving();
    unwatch();
  };
}

export const layoutServer = (workspaceId: string, id: string): LayoutServer => ({
  read: async () => (await call(workspaceId, 'getWorkflowLayout', { path: { id } })).data,
  save: ({ positions, sizes, collapsed }) =>
    call(workspaceId, 'putWorkflowLayout', {
      path: { id },
      body: { positions, sizes, collapsed: [...collapsed] },
    }),
});
