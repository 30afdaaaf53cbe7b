import type { Operations } from '@libs/client';
import { ask, call } from './ask.js';

/** The newest hundred that wait. */
export const waitingApprovals = (workspaceId: string) =>
  ask(workspaceId, 'listApprovals', { query: { limit: 100 } });

type Answer = NonNullable<Operations['resumeExecution']['request']['body']>;

export const answerApproval = (workspaceId: string, executionId: string, body: Answer) =>
  call(workspaceId, 'resumeExecution', { path: { id: executionId }, body });
