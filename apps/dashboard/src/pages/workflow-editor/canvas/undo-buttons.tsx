import { editorText as words } from '../../../text/editor.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Redo2, Undo2 } from '../../../ui/icon.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { redo, undo } from '../store/editor-store.js';
import { useSayRefusal } from '../use-say-refusal.js';

export function UndoButtons() {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const [canUndo, canRedo] = [
    useEditor(({ steps }) => steps.length > 0),
    useEditor(({ undoneSteps }) => undoneSteps.length > 0),
  ];
  return (
    <>
      <IconButton
        tone="ghost"
        icon={Undo2}
        label={words.undo}
        keys="Ctrl Z"
        isDisabled={!canUndo}
        onPress={() => say(undo(store))}
      />
      <IconButton
        tone="ghost"
        icon={Redo2}
        label={words.redo}
        keys="Ctrl Shift Z"
        isDisabled={!canRedo}
        onPress={() => say(redo(store))}
      />
    </>
  );
}
