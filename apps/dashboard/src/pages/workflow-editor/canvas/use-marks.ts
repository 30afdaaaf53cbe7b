import type { CanvasMarks } from '../../../parts/canvas/edit/canvas-editing.js';
import { useEditor } from '../store/editor-context.js';

type Marked = NonNullable<CanvasMarks['problems']> extends ReadonlyMap<string, infer P> ? P : never;

/** What the last save said of blocks. */
export function useMarks(): { readonly problems: ReadonlyMap<string, Marked> } {
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const byBlock = new Map<string, Marked>();
  for (const [notes, severity] of [
    [warnings, 'warning'],
    [problems, 'error'],
  ] as const)
    for (const { blockId, message } of notes)
      if (blockId !== null) byBlock.set(blockId, { severity, text: message });
  return { problems: byBlock };
}
