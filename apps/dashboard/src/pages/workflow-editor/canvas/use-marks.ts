import type { CanvasMarks } from '../../../parts/canvas/edit/canvas-editing.js';
import { usePinnedBlocks } from '../pins/use-pins.js';
import { useEditor } from '../store/editor-context.js';

type Marked = NonNullable<CanvasMarks['problems']> extends ReadonlyMap<string, infer P> ? P : never;

interface Marks {
  readonly problems: ReadonlyMap<string, Marked>;
  readonly pinned: ReadonlySet<string>;
}

/** Problems as the last save named them, and which blocks are pinned. */
export function useMarks(): Marks {
  const pinned = usePinnedBlocks();
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const byBlock = new Map<string, Marked>();
  for (const [notes, severity] of [
    [warnings, 'warning'],
    [problems, 'error'],
  ] as const)
    for (const { blockId, message } of notes)
      if (blockId !== null) byBlock.set(blockId, { severity, text: message });
  return { problems: byBlock, pinned };
}
