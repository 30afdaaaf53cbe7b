/** The first and the last event of an execution. */
import { logIdOf, type ExecutionStarted } from '@libs/contracts';
import { producedFilesText, type Ending, type ExecutionHistory } from '@libs/execution';
import { engineVersion } from './engine-version.js';
import { executionCost } from './execution-cost.js';
import type { EventData } from './execution-recorder.js';
import type { ExecutionOrigin } from './execution-origin.js';

export function executionStarted({
  request,
  requestOffset,
}: ExecutionOrigin): EventData<'ExecutionStarted'> {
  if (request === null || requestOffset === null) throw new Error('only a request begins a run');
  const { executionId: _, mode: __, repeat: ___, ...kept } = { mode: null, ...request };
  return { ...kept, requestOffset, engineVersion };
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
    ...ending,
  };
}
