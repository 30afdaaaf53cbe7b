/** What a person does on the canvas, as commands of the log and places of blocks. */
import type { EdgeDefinition } from '@libs/workflow';
import { remembered } from '../../../core/execution/remembered.js';
import type { Command } from '../../../core/edit/command/command.js';
import type { BlockTypes } from '../../../core/edit-rules/block-type.js';
import { copyBlocks } from '../../../core/paste/copied-blocks.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import type { CanvasEditing } from '../../../parts/canvas/edit/canvas-editing.js';
import { tidyPositions } from '../../../parts/canvas/edit/tidy.js';
import { editorBarText } from '../../../text/editor-bar.js';
import { outlineText } from '../../../text/outline.js';
import { notify } from '../../../ui/toast-queue.js';
import type { AskedList } from './asked-list.js';
import { draftRules, edgeOf, placeOf } from './draft-rules.js';
import { listRefusal } from './list-refusal.js';
import { addBlock } from '../store/add-block.js';
import { deleteBlocks } from '../store/delete-blocks.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import type { Adding } from '../store/editor-state.js';
import { edit, move, openAdding, select } from '../store/editor-store.js';
import { goTo } from '../store/go-to.js';
import { useBlockTypes } from '../use-block-types.js';
import { useSayRefusal } from '../use-say-refusal.js';
import { type Offer, usePasting } from './use-pasting.js';

const rulesOf = remembered((definition: DrawnDefinition, types: BlockTypes) =>
  draftRules(definition, types),
);

const between = (edge: EdgeDefinition, block: string): Command[] => [
  { kind: 'removeEdge', edge },
  { kind: 'addEdge', edge: { ...edge, to: block } },
  { kind: 'addEdge', edge: { from: block, to: edge.to } },
];

export function useRules(definition: DrawnDefinition) {
  const { types } = useBlockTypes();
  return rulesOf(definition, types);
}

export interface Asks {
  readonly onOffer: (offer: Offer) => void;
  readonly onList: (asked: AskedList) => void;
}

export function useCanvasEditing(
  definition: DrawnDefinition,
  { onOffer, onList }: Asks,
): CanvasEditing {
  const { store } = useEditorOf();
  const { types } = useBlockTypes();
  const say = useSayRefusal();
  const selected = useEditor((state) => state.selected);
  const { canvas, outline } = rulesOf(definition, types);
  const onAdd = (adding: Adding): void => openAdding(store, adding);
  const run = (...commands: readonly Command[]): boolean => {
    const [only] = commands;
    if (only === undefined) return true;
    const refusal = edit(store, commands.length === 1 ? only : { kind: 'gesture', commands });
    say(refusal);
    return refusal === null;
  };
  const pasting = usePasting(onOffer);
  return {
    ...canvas,
    selection: new Set(selected),
    onSelection: (ids) => select(store, [...ids]),
    onMove: (positions) => move(store, positions),
    onMoveToBody: ({ blocks, container, after, positions }) => {
      const isDone = run(
        ...blocks.map((block): Command => ({
          ...{ kind: 'moveToBody', block, container },
          ...(after !== undefined && { after: { from: after.from, port: after.port } }),
        })),
      );
      if (isDone) move(store, positions);
    },
    onInsertBlock: (block, edge, positions) => {
      if (run(...between(edgeOf(edge), block))) move(store, positions);
    },
    onConnect: (edge) => run({ kind: 'addEdge', edge: edgeOf(edge) }),
    onReconnect: (edge, to) =>
      run({ kind: 'reconnectEdge', edge: edgeOf(edge), to: edgeOf({ ...edge, to }) }),
    onDisconnect: (edge) => run({ kind: 'removeEdge', edge: edgeOf(edge) }),
    onDropOnGround: ({ from, port, room }) =>
      onAdd({ place: { kind: 'after', from, port, isBranch: true }, room }),
    onInsertRequest: (edge, { room }) =>
      onAdd({ place: { kind: 'edge', edge: edgeOf(edge) }, room }),
    onDropNew: (type, { edge, container, room }) => {
      const place = placeOf({ edge, container });
      say(addBlock(store, types, { place, room }, { type }));
    },
    onDelete: (ids) => {
      say(deleteBlocks(store, ids));
    },
    onDuplicate: (ids) => void pasting.duplicate(ids),
    onCopy: (ids) => copyBlocks(store.getState().log.document, ids),
    onPaste: (text) => void pasting.take(text),
    onAddAfter: ({ block, port, room }) =>
      onAdd({
        place: { kind: 'after', from: block, ...(port !== null && { port }), isBranch: false },
        room,
      }),
    onList: (block, list) => {
      const reason = listRefusal(definition, outline, block, list);
      if (reason === null) onList({ block, list });
      else notify(editorBarText.cannot(outlineText.action[list], reason), { tone: 'error' });
    },
    onOpen: (block) => goTo(store, block, { to: 'panel' }),
    onRename: (block) => goTo(store, block, { to: 'name' }),
    onTidy: () => void tidyPositions(definition).then((positions) => move(store, positions)),
  };
}
