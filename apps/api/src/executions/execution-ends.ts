/** Waiting for the end of an execution, as long as a synchronous caller may wait and this process stays. */
import type { ExecutionCompleted } from '@libs/contracts';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { Shutdown } from '../http/shutdown.js';
import type { Waiter } from '../live-tail/live-tail.js';
import { EndedExecutions } from './ended-executions.js';

/** How often the read model is asked for the end of an execution that may have ended before. */
const readModelPollMs = 100;

@Injectable()
export class ExecutionEnds {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EndedExecutions) private readonly endedExecutions: EndedExecutions,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  /** The end of an execution whose request is appended after the waiter was registered; null when it takes too long. */
  of(waiter: Waiter): Promise<ExecutionCompleted | null> {
    return this.#within(waiter.ended);
  }

  /**
   * The end of an execution that began before this waiter was registered. Its terminal event may have passed the tail already and
   * not have reached the read model yet: so both are watched until one has it.
   */
  ofEarlier(executionId: string, waiter: Waiter): Promise<ExecutionCompleted | null> {
    return this.#within(this.#watch(executionId, waiter));
  }

  async #watch(executionId: string, waiter: Waiter): Promise<ExecutionCompleted | null> {
    const pause = Symbol('pause');
    for (;;) {
      const found = await this.endedExecutions.find(executionId);
      if (found !== null) return found;
      const asked = await Promise.race([
        waiter.ended,
        new Promise<typeof pause>((resolve) => setTimeout(() => resolve(pause), readModelPollMs)),
      ]);
      if (asked !== pause) return asked;
    }
  }

  async #within(ended: Promise<ExecutionCompleted | null>): Promise<ExecutionCompleted | null> {
    const { promise: limit, resolve } = Promise.withResolvers<null>();
    const giveUp = (): void => resolve(null);
    const timer = setTimeout(giveUp, this.config.FLOWLEDGER_SYNC_TIMEOUT_MS);
    const stay = this.shutdown.whenLetGo(giveUp);
    try {
      return await Promise.race([ended, limit]);
    } finally {
      clearTimeout(timer);
      stay();
    }
  }
}
