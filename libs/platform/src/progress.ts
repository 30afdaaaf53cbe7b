/** The state of a process for readiness and metrics: its consumers and its other moving parts. */
import { Injectable } from '@nestjs/common';
import type { SupervisedConsumer } from '@libs/event-log';

export interface ReadinessProblem {
  readonly part: string;
  readonly problem: string;
}

/** Returns null when all is well. */
export type ReadinessCheck = () => ReadinessProblem | null | Promise<ReadinessProblem | null>;

/** A consumer whose last answered fetch is older than this makes the process unready. */
const staleFetchMs = 15_000;

@Injectable()
export class Progress {
  readonly #consumers = new Map<string, SupervisedConsumer>();
  readonly #checks: ReadinessCheck[] = [];

  /** From now on this consumer's state is part of readiness and of /metrics. */
  watchConsumer(name: string, consumer: SupervisedConsumer): void {
    this.#consumers.set(name, consumer);
  }

  addCheck(check: ReadinessCheck): void {
    this.#checks.push(check);
  }

  consumers(): ReadonlyMap<string, SupervisedConsumer> {
    return this.#consumers;
  }

  async problems(): Promise<ReadinessProblem[]> {
    const problems: ReadinessProblem[] = [];
    for (const [part, consumer] of this.#consumers) {
      const { state, lastFetchAgeMs } = consumer.status();
      if (state !== 'running') problems.push({ part, problem: state });
      else if (lastFetchAgeMs !== null && lastFetchAgeMs > staleFetchMs) {
        problems.push({
          part,
          problem: `no answer from the broker for ${Math.round(lastFetchAgeMs / 1000)} s`,
        });
      }
    }
    for (const check of this.#checks) {
      const problem = await check();
      if (problem !== null) problems.push(problem);
    }
    return problems;
  }
}
