/** The first and the last event of an execution, and the event that resumes it after a pause. */
import { logIdOf, type ExecutionStarted } from '@libs/contracts';
import { producedFilesText, type Ending, type ExecutionHistory } from '@libs/execution';
import { executionCost } from './execution-cost.js';
import type { EventData } from './execution-recorder.js';
import type { ExecutionOrigin } from './command.js';

/** Recorded in every claim and start event, so that a replay knows which engine wrote a history. */
export const engineVersion = '3';

export function executionStarted(
  { request, requestOffset }: ExecutionOrigin,
  environment: string | null,
): EventData<'ExecutionStarted'> {
  if (request === null || requestOffset === null) throw new Error('only a request begins a run');
  const { executionId: _, mode: __, repeat: ___, ...kept } = { mode: null, ...request };
  return { ...kept, requestOffset, engineVersion, environment };
}

/** Resumed by the first of its control commands. */
export function executionResumed({ commands }: ExecutionOrigin): EventData<'ExecutionResumed'> {
  const [command] = commands;
  if (command === undefined) throw new Error('only a control command resumes a parked execution');
  const { kind, offset: controlOffset } = command;
  if (kind === 'cancel')
    return { blockId: null, iteration: '', waitId: null, reason: kind, controlOffset };
  const { blockId, iteration, waitId, reason } = command.resume;
  return { blockId, iteration, waitId, reason, controlOffset };
}

export type ExecutionEnd = EventData<'ExecutionCompleted'>;

export function executionEnd(
  history: ExecutionHistory,
  started: ExecutionStarted,
  ending: Ending,
  endedAt: number,
  baseChargeUsd: number,
): ExecutionEnd {
  return {
    workspaceId: started.workspaceId,
    accountId: started.accountId,
    workflowId: started.workflowId,
    workflowName: started.workflowName,
    deploymentVersion: started.deploymentVersion,
    definitionHash: started.definitionHash,
    trigger: started.trigger,
    triggerBlockId: started.triggerBlockId,
    logId: logIdOf(started.executionId),
    startedAt: started.requestedAt,
    endedAt,
    totalDurationMs: Math.max(0, endedAt - started.requestedAt),
    cost: executionCost(history.results.values(), baseChargeUsd),
    files: producedFilesText(history.files),
    quiet: started.quiet,
    ...ending,
  };
}
