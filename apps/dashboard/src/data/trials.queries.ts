/** Trials of a draft: all of it, a part of it, or on with the results of an earlier run. */
import { call } from './ask.js';
import { sendText } from './send-text.js';
import type { Started } from './workflow.queries.js';

interface TrialOptions {
  /** JSON as it was typed: numbers keep all their digits. */
  readonly inputText: string;
  readonly usePins: boolean;
  /** Nothing after this block runs. */
  readonly toBlockId?: string;
}

export const startTrial = (
  workspaceId: string,
  workflowId: string,
  { inputText, ...options }: TrialOptions,
): Promise<Started> =>
  sendText<Started>('POST', `/workflows/${encodeURIComponent(workflowId)}/execute`, {
    workspace: workspaceId,
    text: `{"input":${inputText},${JSON.stringify(options).slice(1)}`,
    headers: {
      'x-execution-mode': 'async',
      'x-draft': 'true',
      'idempotency-key': crypto.randomUUID(),
    },
  });

/** The draft as it is now, with the input and the results of an ended run. */
export const continueTrial = async (
  workspaceId: string,
  executionId: string,
  block: { readonly fromBlockId: string } | { readonly onlyBlockId: string },
): Promise<Started> => {
  const body = { ...block, useDraft: true, usePins: true };
  const { data } = await call(workspaceId, 'rerunExecution', { path: { id: executionId }, body });
  return data;
};
