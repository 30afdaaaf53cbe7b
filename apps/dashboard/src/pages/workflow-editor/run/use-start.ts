/** Starts a trial: saves what waits, finds its input, and asks for one where there is none. */
import { ApiRefusal } from '@libs/client';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Execution } from '../../../data/executions.queries.js';
import { inputOfExecution, inputOfTests } from '../../../data/inputs.js';
import { continueTrial, startTrial } from '../../../data/trials.queries.js';
import { failureText } from '../../../parts/failure/failure-notice.js';
import { editorRunText as words } from '../../../text/editor-run.js';
import { notify } from '../../../ui/toast-queue.js';
import { type Editor, useEditorOf } from '../store/editor-context.js';
import { isDirty } from '../store/editor-state.js';
import { select } from '../store/editor-store.js';
import { needsInput } from '../model/needs-input.js';
import { keepInput, keptInput } from './kept-input.js';
import type { Trial } from './trial.js';

/** It began as the draft of the server is not what is on the screen. */
class NotSaved extends Error {}

/** The last input of the workflow. Null: nobody knows what it takes. */
async function lastInput(
  client: QueryClient,
  { workspaceId, workflowId, store }: Editor,
  rows: readonly Execution[],
): Promise<string | null> {
  const kept = keptInput(workspaceId, workflowId);
  if (kept !== null) return kept;
  // Of a trial only: what a caller sent is run again by a person who chooses it.
  const last = rows.find(({ draft }) => draft);
  const read =
    last === undefined ? null : await inputOfExecution(workspaceId, last.id).catch(() => null);
  if (read !== null) return read;
  const tried = await client.query(inputOfTests(workspaceId, workflowId)).catch(() => null);
  if (tried !== null) return tried;
  return needsInput(store.getState().log.document) ? null : '{}';
}

export function useStart(rows: readonly Execution[], onStarted: (executionId: string) => void) {
  const editor = useEditorOf();
  const { workspaceId, workflowId, store, flush } = editor;
  const client = useQueryClient();
  const [inputFor, askInput] = useState<Trial | null>(null);

  async function begun(trial: Trial): Promise<string | null> {
    await flush();
    if (isDirty(store.getState())) throw new NotSaved();
    if (trial.kind === 'from')
      return executionOf(
        continueTrial(workspaceId, trial.executionId, { fromBlockId: trial.blockId }),
      );
    if (trial.kind === 'only')
      return executionOf(
        continueTrial(workspaceId, trial.executionId, { onlyBlockId: trial.blockId }),
      );
    const typed = trial.kind === 'draft' ? trial.inputText : null;
    const inputText = typed ?? (await lastInput(client, editor, rows));
    if (inputText === null) {
      askInput(trial);
      return null;
    }
    if (typed !== null) keepInput(workspaceId, workflowId, typed);
    return executionOf(
      startTrial(workspaceId, workflowId, {
        inputText,
        usePins: trial.kind === 'to' || trial.usePins,
        ...(trial.kind === 'to' && { toBlockId: trial.blockId }),
      }),
    );
  }

  const { mutate, isPending } = useMutation({
    mutationFn: begun,
    onSuccess: (executionId) => executionId !== null && onStarted(executionId),
    onError: (error) => {
      const blockId = blockOf(error);
      if (blockId !== null) select(store, [blockId]);
      notify(error instanceof NotSaved ? words.notSaved : failureText(error), { tone: 'error' });
    },
  });
  return { start: mutate, isStarting: isPending, inputFor, askInput };
}

const executionOf = async (started: Promise<{ executionId: string }>): Promise<string> =>
  (await started).executionId;

/** The first block that keeps the draft from running. */
function blockOf(error: unknown): string | null {
  if (!(error instanceof ApiRefusal)) return null;
  const { details } = error.body as { readonly details?: unknown };
  if (!Array.isArray(details)) return null;
  const found = details.find(
    (one: unknown): one is { blockId: string } =>
      typeof one === 'object' &&
      one !== null &&
      'blockId' in one &&
      typeof one.blockId === 'string',
  );
  return found?.blockId ?? null;
}
