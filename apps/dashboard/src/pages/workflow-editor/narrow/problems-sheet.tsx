/** What the last save said of the draft. A press opens the block that is meant. */
import type { CheckNote } from '../../../core/form/form-problem.js';
import { phoneText as words } from '../../../text/editor-phone.js';
import { Button } from '../../../ui/button.js';
import { Drawer } from '../../../ui/drawer.js';
import { Notice } from '../../../ui/notice.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import { useBlocks } from '../use-drawn.js';

export function ProblemsSheet({ onClose }: { onClose: () => void }) {
  const { store } = useEditorOf();
  const problems = useEditor((state) => state.problems);
  const warnings = useEditor((state) => state.warnings);
  const blocks = useBlocks();
  const nameOf = (note: CheckNote): string | undefined =>
    blocks.find(({ id }) => id === note.blockId)?.name;
  const open = (note: CheckNote): void => {
    onClose();
    if (note.blockId !== null) select(store, [note.blockId]);
  };
  const notes = [
    ...problems.map((note) => ({ note, tone: 'error' as const })),
    ...warnings.map((note) => ({ note, tone: 'waiting' as const })),
  ];
  return (
    <Drawer title={words.problemsTitle} isOpen onClose={onClose} closesBy="anything">
      {notes.length === 0 && <p>{words.noProblems}</p>}
      {notes.map(({ note, tone }, at) => {
        const name = nameOf(note);
        return (
          <Notice key={at} tone={tone} title={note.message}>
            {name !== undefined && <Button onPress={() => open(note)}>{words.open(name)}</Button>}
          </Notice>
        );
      })}
    </Drawer>
  );
}
