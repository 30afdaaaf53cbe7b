/**
 * Messages from an execution to its children and its parent: start, stop, ended. The timers and the
 * family sweep recover those that get lost.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { childExecutionIdOf } from '@libs/contracts';
import type { ExecutionHistory } from '@libs/execution';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ChildRunError,
  FamilyStoppedError,
  type ChildRun,
  type ChildRuns,
} from '../execution/child-runs.js';
import type { FamilyTable } from '../family/family-table.js';

const retryMs = 500;

type End = Parameters<ChildRuns['report']>[2];

export class ExecutionFamily {
  constructor(
    private readonly children: ChildRuns,
    private readonly table: Pick<FamilyTable, 'ended' | 'stop'>,
    private readonly logger: Logger,
  ) {}

  /** Retries until the child is requested, can't be requested, or the partition is lost. */
  async start(child: ChildRun, lost: AbortSignal): Promise<void> {
    for (let request = child; ; request = { ...child, repeat: true }) {
      try {
        await this.children.request(request, Date.now());
        return;
      } catch (error) {
        const isFinal = error instanceof ChildRunError || error instanceof FamilyStoppedError;
        if (isFinal || lost.aborted) throw error;
        const { executionId } = child;
        this.logger.warn({ err: error, executionId }, 'a child run waits; trying again');
        await sleep(retryMs);
      }
    }
  }

  /**
   * Called once its end is confirmed. Tells its parent, if it has one, and stops the child runs
   * that it no longer waits for.
   */
  ended(history: ExecutionHistory, workflow: CompiledWorkflow, end: End, lost: AbortSignal): void {
    const { executionId, started } = history;
    if (started === null) return;
    if (started.parent !== null) this.#report(executionId, started.parent, end);
    if (end.status === 'success' || history.open.size === 0) return;
    const children = openChildren(history, workflow);
    if (children.length > 0) void this.#stop(history, children, lost);
  }

  #report(executionId: string, parent: Parameters<ChildRuns['report']>[1], end: End): void {
    this.table.ended(executionId);
    this.children
      .report(executionId, parent, end, Date.now())
      .catch((error: unknown) =>
        this.logger.warn({ err: error, executionId }, 'the parent learns of it later'),
      );
  }

  /** Retries until it is recorded or the partition is lost. After that the family sweep does it. */
  async #stop(
    { executionId, started }: ExecutionHistory,
    children: readonly string[],
    lost: AbortSignal,
  ): Promise<void> {
    const parentId = started?.parent?.executionId ?? null;
    while (!lost.aborted) {
      try {
        await this.table.stop(executionId, started?.workspaceId ?? '', parentId, children);
        return;
      } catch (error) {
        this.logger.warn({ err: error, executionId }, 'child runs are not stopped yet');
        await sleep(retryMs);
      }
    }
  }
}

/** Whether its end concerns a parent or children. */
export const concernsFamily = ({ started, open }: ExecutionHistory): boolean =>
  (started !== null && started.parent !== null) || open.size > 0;

/** Child runs without a result. Some of them may not have been requested. */
function openChildren(
  { executionId, open }: ExecutionHistory,
  { definition, graph }: CompiledWorkflow,
): string[] {
  return [...open.keys()].flatMap((key) => {
    const [blockId = '', iteration = ''] = key.split('@');
    const block = definition.blocks[graph.indexOf.get(blockId) ?? -1];
    return block?.type === 'workflow' ? [childExecutionIdOf(executionId, blockId, iteration)] : [];
  });
}
