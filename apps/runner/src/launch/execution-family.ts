/**
 * Messages from an execution to its children and its parent: start, stop, ended. The timers and the
 * family sweep recover those that get lost.
 */
import type { CompiledWorkflow } from '@libs/blocks';
import { childExecutionIdOf } from '@libs/contracts';
import type { ExecutionHistory } from '@libs/execution';
import { retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import {
  ChildRunError,
  FamilyStoppedError,
  type ChildRun,
  type ChildRuns,
} from '../execution/child-runs.js';
import type { FamilyTable } from '../family/family-table.js';

const delayMs = 500;

type End = Parameters<ChildRuns['report']>[2];

export class ExecutionFamily {
  constructor(
    private readonly children: ChildRuns,
    private readonly table: Pick<FamilyTable, 'ended' | 'stop'>,
    private readonly logger: Logger,
  ) {}

  /** Retries until the child is requested, can't be requested, or the partition is lost. */
  async start(child: ChildRun, lost: AbortSignal): Promise<void> {
    let request = child;
    const attempt = (): Promise<void> => {
      const asked = this.children.request(request, Date.now());
      request = { ...child, repeat: true };
      return asked;
    };
    await retryUntil('requesting a child run', this.logger, attempt, {
      ...{ delayMs, stopped: lost, details: { executionId: child.executionId } },
      isPassing: (error) =>
        !(error instanceof ChildRunError || error instanceof FamilyStoppedError),
    });
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
    if (children.length > 0) this.#stop(history, children, lost);
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
  #stop(
    { executionId, started }: ExecutionHistory,
    children: readonly string[],
    lost: AbortSignal,
  ): void {
    const parentId = started?.parent?.executionId ?? null;
    retryUntil(
      'stopping child runs',
      this.logger,
      () => this.table.stop(executionId, started?.workspaceId ?? '', parentId, children),
      { delayMs, stopped: lost, details: { executionId } },
    ).catch(() => undefined);
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
