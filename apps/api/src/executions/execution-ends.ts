/** Waits for the end of an execution, up to the synchronous timeout or this process's shutdown. */
import type { ExecutionCompleted } from '@libs/contracts';
import type { Config } from '@libs/config';
import { CONFIG } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { Shutdown } from '../http/shutdown.js';
import type { Waiter } from '../live-tail/live-tail.js';
import { EndedExecutions } from './ended-executions.js';

/** How often the read model is polled for an execution that may have ended already. */
const readModelPollMs = 100;

@Injectable()
export class ExecutionEnds {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(EndedExecutions) private readonly endedExecutions: EndedExecutions,
    @Inject(Shutdown) private readonly shutdown: Shutdown,
  ) {}

  /** For a request appended after the waiter was registered; null on timeout or shutdown. */
  of(waiter: Waiter): Promise<ExecutionCompleted | null> {
    return this.#within(waiter.ended);
  }

  /**
   * For an execution that may have begun before the waiter was registered. Its terminal event may
   * have passed the tail but not reached the read model, so both are watched.
   */
  ofEarlier(executionId: string, waiter: Waiter): Promise<ExecutionCompleted | null> {
    return this.#within(this.#watch(executionId, waiter));
  }

  async #watch(executionId: string, waiter: Waiter): Promise<ExecutionCompleted | null> {
    const pause = Symbol('pause');
    for (;;) {
      const found = await this.endedExecutions.find(executionId);
      if (found !== null) return found;
      const asked = await Promise.race([waiter.ended, sleep<typeof pause>(readModelPollMs, pause)]);
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
