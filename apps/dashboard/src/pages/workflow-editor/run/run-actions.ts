/**
 * What can be tried with a draft, and why not. Buttons, menus, palette and keyboard read this list.
 * The server's rules: libs/blocks/src/partial-run/partial-run.ts and
 * apps/api/src/executions/carried-results.ts. Pure.
 */
import type { Action } from '../../../parts/actions/actions-here.js';
import { editorRunText as words } from '../../../text/editor-run.js';
import { type Trial, wholeDraft } from './trial.js';

type RunActionId = 'draft' | 'withoutPins' | 'otherInput' | 'to' | 'from' | 'only' | 'error';

export interface RunAction extends Action {
  readonly id: RunActionId;
  readonly disabledReason: string | null;
}

export interface TriedBlock {
  readonly id: string;
  readonly kind: 'block' | 'trigger' | 'note';
  /** Name of the outermost loop or parallel around it. */
  readonly inside: string | null;
}

export interface RunActionContext {
  /** Why nothing may be run; null: it may. */
  readonly notAllowed: string | null;
  /** The chosen one. */
  readonly block: TriedBlock | null;
  /** The run that is shown. */
  readonly shown: { readonly executionId: string; readonly isLive: boolean } | null;
  /** Of the run that is shown, in the order in which they failed. */
  readonly failedBlocks: readonly string[];
  readonly start: (trial: Trial) => void;
  readonly askInput: (trial: Trial) => void;
  readonly select: (blockId: string) => void;
}

export type RunActions = Readonly<Record<RunActionId, RunAction>>;

export function runActions(context: RunActionContext): RunActions {
  const { notAllowed, start, askInput } = context;
  const withoutPins: Trial = { ...wholeDraft, usePins: false };
  return {
    draft: {
      ...{ id: 'draft', label: words.runDraft, keys: 'mod enter', disabledReason: notAllowed },
      run: () => start(wholeDraft),
    },
    withoutPins: {
      ...{ id: 'withoutPins', label: words.withoutPins, keys: 'mod alt enter' },
      disabledReason: notAllowed,
      run: () => start(withoutPins),
    },
    otherInput: {
      ...{ id: 'otherInput', label: words.otherInput, disabledReason: notAllowed },
      run: () => askInput(wholeDraft),
    },
    ...blockActions(context),
    error: errorAction(context),
  };
}

function blockActions(context: RunActionContext): Pick<RunActions, 'to' | 'from' | 'only'> {
  const { notAllowed, block, shown, start } = context;
  const refusal = notAllowed ?? blockRefusal(block);
  const onTop = refusal ?? (block?.inside == null ? null : words.insideBody(block.inside));
  const again = onTop ?? (shown === null ? words.noResults : shown.isLive ? words.stillRuns : null);
  const trial = (kind: 'from' | 'only') => (): void => {
    if (block !== null && shown !== null)
      start({ kind, blockId: block.id, executionId: shown.executionId });
  };
  return {
    to: {
      ...{ id: 'to', label: words.runTo, keys: 'r t', disabledReason: refusal },
      run: () => block !== null && start({ kind: 'to', blockId: block.id }),
    },
    from: {
      ...{ id: 'from', label: words.runFrom, keys: 'r f', disabledReason: again },
      run: trial('from'),
    },
    only: {
      ...{ id: 'only', label: words.runOnly, keys: 'r o', disabledReason: again },
      run: trial('only'),
    },
  };
}

function blockRefusal(block: TriedBlock | null): string | null {
  if (block === null) return words.chooseBlock;
  return block.kind === 'block' ? null : words.neverRuns[block.kind];
}

/** Each press goes on to the next failed block. */
function errorAction({ block, failedBlocks, select }: RunActionContext): RunAction {
  const next = failedBlocks[(failedBlocks.indexOf(block?.id ?? '') + 1) % failedBlocks.length];
  return {
    ...{ id: 'error', label: words.firstError, keys: 'e' },
    disabledReason: next === undefined ? words.noErrors : null,
    run: () => next !== undefined && select(next),
  };
}
