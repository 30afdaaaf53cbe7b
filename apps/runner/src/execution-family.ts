/** What an execution tells its children and its parent: begin, stop, I have ended. What gets lost of it the timers find. */
import type { ExecutionHistory } from '@libs/execution';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { ChildRunError, type ChildRun, type ChildRuns } from './child-runs.js';

const retryMs = 500;

export class ExecutionFamily {
  constructor(
    private readonly children: ChildRuns,
    private readonly logger: Logger,
  ) {}

  /** Tries until the child is requested, can't be, or the partition is somebody else's. */
  async start(child: ChildRun, lost: AbortSignal): Promise<void> {
    for (let request = child; ; request = { ...child, repeat: true }) {
      try {
        await this.children.request(request, Date.now());
        return;
      } catch (error) {
        if (error instanceof ChildRunError || lost.aborted) throw error;
        const { executionId } = child;
        this.logger.warn({ err: error, executionId }, 'a child run waits; trying again');
        await sleep(retryMs);
      }
    }
  }

  /** Tells the parent, if there is one. */
  report(
    { started, executionId }: ExecutionHistory,
    end: Parameters<ChildRuns['report']>[2],
  ): void {
    const parent = started?.parent ?? null;
    if (parent === null) return;
    this.children
      .report(executionId, parent, end, Date.now())
      .catch((error: unknown) =>
        this.logger.warn({ err: error, executionId }, 'the parent learns of it later'),
      );
  }

  cancel({ started }: ExecutionHistory, children: readonly string[]): void {
    for (const executionId of children) {
      this.children
        .cancel(executionId, started?.workspaceId ?? '', Date.now())
        .catch((error: unknown) =>
          this.logger.warn({ err: error, executionId }, 'a child run was not cancelled'),
        );
    }
  }
}
