/** Lists to choose a port, a target or a body from, as the outline has them. */
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { ChooseDialog } from '../../../parts/outline/lazy-dialogs.js';
import { useEditorOf } from '../store/editor-context.js';
import { edit, openAdding } from '../store/editor-store.js';
import { useSayRefusal } from '../use-say-refusal.js';
import type { AskedList } from './asked-list.js';
import { useRules } from './use-canvas-editing.js';

export interface BlockListsProps {
  definition: DrawnDefinition;
  asked: AskedList;
  onClose: () => void;
}

export function BlockLists({ definition, asked, onClose }: BlockListsProps) {
  const { store } = useEditorOf();
  const say = useSayRefusal();
  const { outline } = useRules(definition);
  return (
    <ChooseDialog
      {...asked}
      {...{ definition, onClose }}
      rules={outline}
      onChoose={(deed) => {
        if (deed.kind === 'add') openAdding(store, { place: deed.place, room: null });
        else say(edit(store, deed.command));
      }}
    />
  );
}
