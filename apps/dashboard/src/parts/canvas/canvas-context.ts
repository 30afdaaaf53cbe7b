/** What the blocks and edges of one canvas share. Never changes while the canvas is shown. */
import { createContext, use, useSyncExternalStore } from 'react';
import { type BlockMark, type DrawingMarks, noMarks } from '../../core/version-diff/marks.js';
import type { PickStore } from './picks.js';
import type { BlockStatus, EdgeState, StatusStore } from './status-store.js';
import { edgeState } from './status-store.js';

/** One context each, so that its value lasts: a new one would draw all blocks again. */
export const StatusContext = createContext<StatusStore | null>(null);
export const PickContext = createContext<PickStore | null>(null);

export const MarkContext = createContext<DrawingMarks>(noMarks);

export const useMark = (blockId: string): BlockMark | undefined =>
  use(MarkContext).blocks.get(blockId);

export const useEdgeMark = (edgeId: string): 'added' | 'removed' | undefined =>
  use(MarkContext).edges.get(edgeId);

interface CanvasStores {
  readonly statusOf: StatusStore;
  readonly picks: PickStore;
}

export function useStores(): CanvasStores {
  const [statusOf, picks] = [use(StatusContext), use(PickContext)];
  if (statusOf === null || picks === null)
    throw new Error('A block is drawn outside of its canvas');
  return { statusOf, picks };
}

export function useBlockStatus(blockId: string): BlockStatus | undefined {
  const { statusOf } = useStores();
  return useSyncExternalStore(
    (listener) => statusOf.subscribe(blockId, listener),
    () => statusOf.get(blockId),
  );
}

export function usePick(blockId: string): 'selected' | 'pointed' | null {
  const { picks } = useStores();
  return useSyncExternalStore(picks.subscribe, () => {
    const { selected, group, pointed } = picks.get();
    if (pointed === blockId) return 'pointed';
    return selected === blockId || group.has(blockId) ? 'selected' : null;
  });
}

export function useEdgeState(edge: { from: string; to: string; port: string }): EdgeState {
  const { statusOf } = useStores();
  return useSyncExternalStore(
    (listener) => {
      const ends = [edge.from, edge.to].map((id) => statusOf.subscribe(id, listener));
      return () => ends.forEach((end) => end());
    },
    () => edgeState(statusOf, edge),
  );
}
