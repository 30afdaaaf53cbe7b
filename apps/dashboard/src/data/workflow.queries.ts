/** One workflow: its draft, its versions, its subscriptions, and what is done with it. */
import type { Operations } from '@libs/client';
import { ask, call } from './ask.js';
import { sendText } from './send-text.js';

export type Workflow = Operations['getWorkflow']['answer']['data'];
export type Subscription = Operations['listSubscriptions']['answer']['data'][number];

export const getWorkflow = (workspaceId: string, id: string) =>
  ask(workspaceId, 'getWorkflow', { path: { id } });

export const listVersions = (workspaceId: string, id: string) =>
  ask(workspaceId, 'listWorkflowVersions', { path: { id }, query: { limit: 50 } });

/** Where the author of the draft put its blocks. */
export const draftLayout = (workspaceId: string, id: string) =>
  ask(workspaceId, 'getWorkflowLayout', { path: { id } });

export const workflowSubscriptions = (workspaceId: string, workflowId: string) =>
  ask(workspaceId, 'listSubscriptions', {
    path: { workflowId },
    query: { limit: 50, include: 'standing' },
  });

export const lastExecutions = (workspaceId: string, workflowId: string, limit: number) =>
  ask(workspaceId, 'listLogs', {
    query: { workspaceId, workflowIds: workflowId, limit: String(limit), details: 'full' },
  });

/** Those that are told of every workflow are told of this one too. */
export const workspaceSubscriptions = (workspaceId: string) =>
  ask(workspaceId, 'listWorkspaceSubscriptions', { query: { limit: 100, include: 'standing' } });

interface Draft {
  readonly id: string;
  readonly revision: number;
}

/** @throws ApiRefusal 412 when somebody saved since this revision */
export const deployWorkflow = (workspaceId: string, { id, revision }: Draft, note: string) =>
  call(workspaceId, 'deployWorkflow', {
    path: { id },
    header: { 'If-Match': `"${revision}"` },
    body: note === '' ? {} : { note },
  });

export const deployVersion = (workspaceId: string, id: string, version: number) =>
  call(workspaceId, 'deployWorkflowVersion', { path: { id, version: String(version) }, body: {} });

export const undeployWorkflow = (workspaceId: string, id: string) =>
  call(workspaceId, 'undeployWorkflow', { path: { id }, body: {} });

export const pauseWorkflow = (workspaceId: string, id: string) =>
  call(workspaceId, 'pauseWorkflow', { path: { id }, body: {} });

export const resumeWorkflow = (workspaceId: string, id: string) =>
  call(workspaceId, 'resumeWorkflow', { path: { id }, body: {} });

export const deleteWorkflow = (workspaceId: string, id: string) =>
  call(workspaceId, 'deleteWorkflow', { path: { id } });

export interface Started {
  readonly executionId: string;
}

export interface Ended extends Started {
  readonly status: string;
  /** JSON whose numbers keep their digits. */
  readonly output: unknown;
  readonly totalDurationMs: number;
}

export interface RunOptions {
  /** JSON as it was typed: numbers keep all their digits. */
  readonly inputText: string;
  readonly isDraft: boolean;
}

const execute = <T>(mode: 'sync' | 'async') =>
  function run(workspaceId: string, id: string, { inputText, isDraft }: RunOptions): Promise<T> {
    const input = inputText.trim() === '' ? '{}' : inputText;
    return sendText<T>('POST', `/workflows/${encodeURIComponent(id)}/execute`, {
      workspace: workspaceId,
      text: isDraft ? `{"input":${input}}` : input,
      headers: {
        'x-execution-mode': mode,
        'idempotency-key': crypto.randomUUID(),
        ...(isDraft ? { 'x-draft': 'true' } : { 'x-trigger-type': 'manual' }),
      },
    });
  };

/** A message to the deployed version. Logs have it as a chat, as a caller's message. */
export const startChat = (
  workspaceId: string,
  id: string,
  { inputText }: Pick<RunOptions, 'inputText'>,
): Promise<Started> =>
  sendText<Started>('POST', `/workflows/${encodeURIComponent(id)}/execute`, {
    workspace: workspaceId,
    text: inputText,
    headers: { 'x-execution-mode': 'async', 'idempotency-key': crypto.randomUUID() },
  });

/** Starts an execution and does not wait for its end. */
export const startRun = execute<Started>('async');

/** Resolves when the execution has ended, however it did. */
export const awaitRun = execute<Ended>('sync');
