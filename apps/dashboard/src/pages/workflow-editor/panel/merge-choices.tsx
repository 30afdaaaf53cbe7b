/** The choices that a block of the draft waits for. */
import { lazyPart } from '../../../parts/lazy/lazy-part.js';
import { useEditor } from '../store/editor-context.js';

const MergeChoice = lazyPart(async () => (await import('./merge-choice.js')).MergeChoice);

/** @param block null: what belongs to no block */
export function MergeChoices({ block }: { block: string | null }) {
  const conflicts = useEditor((state) => state.conflicts);
  const own = conflicts.filter((one) => ('block' in one ? one.block : null) === block);
  return own.map((conflict, index) => <MergeChoice key={index} conflict={conflict} />);
}
