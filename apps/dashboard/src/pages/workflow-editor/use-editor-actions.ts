/** What the keys and the palette do in the editor. The `?` sheet lists all of it. */
import { type Action, useActionsHere } from '../../parts/actions/actions-here.js';
import { editorBarText } from '../../text/editor-bar.js';
import { addingHere } from './store/add-block.js';
import { useEditor, useEditorOf } from './store/editor-context.js';
import { openAdding, redo, undo } from './store/editor-store.js';
import { useBlockTypes } from './use-block-types.js';
import { useSayRefusal } from './use-say-refusal.js';

const { keys: words } = editorBarText;

/** The canvas hears them itself. */
const canvasKeys: readonly (readonly [id: keyof typeof words, keys: string])[] = [
  ['walk', 'Arrows'],
  ['up', 'Shift Up'],
  ['down', 'Shift Down'],
  ['open', 'Enter'],
  ['back', 'Esc'],
  ['after', 'A'],
  ['insert', 'I'],
  ['connect', 'C'],
  ['disconnect', 'D'],
  ['moveIn', 'M'],
  ['rename', 'F2'],
  ['duplicate', 'mod D'],
  ['delete', 'Del'],
  ['copy', 'mod C, X, V'],
  ['all', 'mod A'],
  ['tidy', 'Shift T'],
  ['fit', '0'],
  ['full', '1'],
  ['zoom', '+ −'],
];

const keyOnly = canvasKeys.map(([id, ownKeys]): Action => ({
  ...{ id: `editor-${id}`, label: words[id], ownKeys, isKeyOnly: true },
  run: () => undefined,
}));

export interface EditorActionsHere {
  readonly readOnlyReason: string | null;
  /** Null: it is possible. */
  readonly deployRefusal: string | null;
  readonly onDeploy: () => void;
  readonly onProblem: (by: 1 | -1) => void;
}

export function useEditorActions({ readOnlyReason, ...given }: EditorActionsHere) {
  const { store } = useEditorOf();
  const { types } = useBlockTypes();
  const say = useSayRefusal();
  const hasProblems = useEditor(({ problems, warnings, conflicts }) => {
    return problems.length + warnings.length + conflicts.length > 0;
  });
  const noProblem = hasProblems ? null : editorBarText.problems.none;
  const own = {
    add: () => openAdding(store, addingHere(store, types)),
    undo: () => say(undo(store)),
    redo: () => say(redo(store)),
    deploy: given.onDeploy,
    nextProblem: () => given.onProblem(1),
    previousProblem: () => given.onProblem(-1),
  };
  const action = (
    id: keyof typeof own,
    ownKeys: string,
    disabledReason: string | null,
  ): Action => ({
    ...{ id: `editor-${id}`, label: words[id], ownKeys, disabledReason, run: own[id] },
  });
  const actions = [
    action('add', '/', readOnlyReason),
    action('undo', 'mod Z', readOnlyReason),
    action('redo', 'mod Shift Z', readOnlyReason),
    action('deploy', 'mod Shift Enter', given.deployRefusal),
    action('nextProblem', 'F8', noProblem),
    action('previousProblem', 'Shift F8', noProblem),
  ];
  useActionsHere([...actions, ...keyOnly]);
  return { own, may: (id: keyof typeof own) => actions.find((one) => one.id === `editor-${id}`) };
}
