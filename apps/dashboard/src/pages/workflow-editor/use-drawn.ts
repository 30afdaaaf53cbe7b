import { useState, useSyncExternalStore } from 'react';
import { type Drawn, drawnOf } from '../../core/execution/drawn-definition.js';
import { remembered } from '../../core/execution/remembered.js';
import type { WorkflowText } from '../../core/edit/text/workflow-text.js';
import type { BlockPositions } from '../../core/layout/stored.js';
import type { DrawnDefinition } from '../../core/workflow-graph/workflow-graph.js';
import { structureOf } from './model/structure.js';
import { useEditor, useEditorOf } from './store/editor-context.js';
import type { EditorState } from './store/editor-state.js';
import { type Draft, restingDraft } from './store/resting-draft.js';

const drawnIn = remembered((document: WorkflowText, positions: BlockPositions): Drawn | null =>
  drawnOf(JSON.parse(document.text), { positions }),
);

const definitionIn = ({ log, positions }: EditorState): DrawnDefinition | null =>
  drawnIn(log.document, positions)?.definition ?? null;

/** For all that is about the whole of it: keys that are typed on come when they rest. */
export function useRestingDraft(): Draft {
  const { store } = useEditorOf();
  const [draft] = useState(() => restingDraft(store));
  return useSyncExternalStore(draft.subscribe, draft.get);
}

export function useRestingDrawn(): Drawn | null {
  const { log, positions } = useRestingDraft();
  return drawnIn(log.document, positions);
}

/** Null: the draft has another shape. */
export function useDrawn(): Drawn | null {
  return useEditor(({ log, positions }) => drawnIn(log.document, positions));
}

/** Blocks have no settings in it. For all that need not follow each key in a field. */
export const useStructure = (): DrawnDefinition | null =>
  useEditor((state) => {
    const definition = definitionIn(state);
    return definition && structureOf(definition, null);
  });

const noBlocks: DrawnDefinition['blocks'] = [];

export const useBlocks = (): DrawnDefinition['blocks'] => useStructure()?.blocks ?? noBlocks;

/** @param part small, and the same as JSON */
export function useFromDraft<T>(part: (definition: DrawnDefinition | null) => T): T {
  const text = useEditor((state) => JSON.stringify(part(definitionIn(state))));
  return JSON.parse(text) as T;
}
