/** Joins what the page gives with what is drawn, and keeps the stores of the blocks like it. */
import { useStoreApi } from '@xyflow/react';
import { useEffect } from 'react';
import type { Point } from '../../../core/layout/box.js';
import { useStores } from '../canvas-context.js';
import type { Scene } from '../use-scene.js';
import type { DragContext } from './drag.js';
import { useEditSession } from './edit-session.js';
import type { EditableCanvasProps } from './edit-canvas-props.js';

interface EditContextValue {
  /** Null: it is only read, or not laid out yet. */
  readonly context: DragContext | null;
  readonly select: (blockIds: ReadonlySet<string>) => void;
}

const nothing: ReadonlySet<string> = new Set();
const noMarks = {};
const noPositions = {};

export function useEditContext(
  { editing, marks, selected, positions, onSelect }: EditableCanvasProps,
  scene: Scene | null,
): EditContextValue {
  const { picks } = useStores();
  const session = useEditSession();
  const flow = useStoreApi();
  const group = editing?.selection ?? nothing;
  // The outside systems are the stores that each block listens to.
  useEffect(() => picks.set({ selected, group }), [picks, selected, group]);
  useEffect(() => session.marks.set(marks ?? noMarks), [session, marks]);
  useEffect(() => session.rules.set(editing ?? null), [session, editing]);
  const select = (blockIds: ReadonlySet<string>): void => {
    const [first] = blockIds;
    onSelect(blockIds.size === 1 && first !== undefined ? first : null);
    editing?.onSelection(blockIds);
  };
  if (editing === undefined || scene === null) return { context: null, select };
  const preview = (blockIds: ReadonlySet<string> | null): void =>
    picks.set(blockIds === null ? { selected, group } : { selected: null, group: blockIds });
  // The page may have selected a block by itself.
  const selection = selected === null || group.has(selected) ? group : new Set([selected]);
  const middle = (): Point => {
    const { transform, width, height } = flow.getState();
    const [x, y, zoom] = transform;
    return { x: (width / 2 - x) / zoom, y: (height / 2 - y) / zoom };
  };
  const shared = { scene, editing, session, selection, select, preview, middle };
  const context = { ...shared, positions: positions ?? noPositions };
  return { context, select };
}
