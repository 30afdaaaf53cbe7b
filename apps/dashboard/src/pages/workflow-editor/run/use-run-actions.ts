import { useEffect, useEffectEvent } from 'react';
import { bodiesOf } from '../../../core/edit/text/bodies.js';
import { remembered } from '../../../core/execution/remembered.js';
import { failedSpans } from '../../../core/execution/verdict.js';
import { allows } from '../../../core/status/allowed.js';
import type { DrawnDefinition } from '../../../core/workflow-graph/workflow-graph.js';
import { useRole } from '../../../data/use-session.js';
import { useActionsHere } from '../../../parts/actions/actions-here.js';
import { editorRunText as words } from '../../../text/editor-run.js';
import { notify } from '../../../ui/toast-queue.js';
import { useEditor, useEditorOf } from '../store/editor-context.js';
import { select } from '../store/editor-store.js';
import { useStructure } from '../use-drawn.js';
import { useRuns } from './runs-context.js';
import { type RunActions, runActions, type TriedBlock } from './run-actions.js';
import type { ShownDetails } from './shown-details.js';

const triggers: ReadonlySet<string> = new Set([
  ...['webhook', 'api_trigger', 'manual', 'chat', 'schedule'],
]);

const bodiesIn = remembered((definition: DrawnDefinition, _: null) => bodiesOf(definition));

function triedBlock(definition: DrawnDefinition, id: string): TriedBlock | null {
  const block = definition.blocks.find((one) => one.id === id);
  if (block === undefined) return null;
  const [outermost] = bodiesIn(definition, null).around.get(id) ?? [];
  const inside = definition.blocks.find((one) => one.id === outermost)?.name ?? null;
  const kind = triggers.has(block.type) ? 'trigger' : block.type === 'note' ? 'note' : 'block';
  return { id, kind, inside };
}

const failedIn = remembered(({ ledger }: ShownDetails, _: null): readonly string[] => [
  ...new Set(failedSpans(ledger).map(({ blockId }) => blockId)),
]);

const nothingFailed: readonly string[] = [];

/** @param blockId null: no block is chosen */
export function useRunActions(blockId: string | null): RunActions {
  const { workspaceId, store } = useEditorOf();
  const { shown, isStarting, start, askInput, inputFor } = useRuns();
  const isAllowed = allows(useRole(workspaceId), 'runWorkflows');
  const definition = useStructure();
  const isBusy = isStarting || inputFor !== null;
  return runActions({
    notAllowed: isAllowed ? (isBusy ? words.isStarting : null) : words.needsEditor,
    block: definition === null || blockId === null ? null : triedBlock(definition, blockId),
    shown: shown?.run ?? null,
    failedBlocks: shown === null ? nothingFailed : failedIn(shown, null),
    ...{ start, askInput },
    select: (id) => {
      if (definition?.blocks.some((block) => block.id === id) === true) select(store, [id]);
      else notify(words.blockGone, { tone: 'error' });
    },
  });
}

/** For the palette, the sheet of keys and the keyboard. */
export function useRunActionsHere(): void {
  const selected = useEditor((state) => state.selected.at(-1) ?? null);
  const actions = useRunActions(selected);
  useActionsHere(Object.values(actions));
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !event.altKey || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (actions.withoutPins.disabledReason === null) actions.withoutPins.run();
  });
  // The outside system is the keyboard. The keymap of the app leaves keys with Alt alone.
  useEffect(() => {
    const hear = (event: KeyboardEvent): void => press(event);
    window.addEventListener('keydown', hear);
    return () => window.removeEventListener('keydown', hear);
  }, []);
}
