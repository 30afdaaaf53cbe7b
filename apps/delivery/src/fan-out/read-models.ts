/** Waits until the projector has passed the events a payload needs. One poll serves all. */
import { topics, type WorkflowExecutionCompleted } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkpointsSql } from './fan-out.sql.js';

type Place = Pick<WorkflowExecutionCompleted, 'ledgerPartition' | 'ledgerOffset'>;

/** The projector writes every few milliseconds. Polled only while something waits. */
const pollEveryMs = 5;
const pollAfterErrorMs = 500;

export class ReadModels {
  #waiting: { readonly place: Place; readonly resolve: () => void }[] = [];
  #polling = false;

  constructor(
    private readonly pool: Database['pool'],
    private readonly logger: Logger,
    private readonly stopped: AbortSignal,
  ) {}

  /** Resolves when all of them have been projected; never if the process stops first. */
  async havePassed(places: readonly Place[]): Promise<void> {
    const passed = places.map(
      (place) => new Promise<void>((resolve) => this.#waiting.push({ place, resolve })),
    );
    if (!this.#polling) void this.#poll();
    await Promise.all(passed);
  }

  async #poll(): Promise<void> {
    this.#polling = true;
    while (this.#waiting.length > 0 && !this.stopped.aborted) {
      const error = await this.#look().then(
        () => null,
        (caught: unknown) => caught,
      );
      if (error !== null) this.logger.warn({ err: error }, 'checkpoints could not be read');
      const waitMs = error === null ? pollEveryMs : pollAfterErrorMs;
      if (this.#waiting.length > 0)
        await sleep(waitMs, undefined, { signal: this.stopped }).catch(() => undefined);
    }
    this.#polling = false;
  }

  async #look(): Promise<void> {
    const { rows } = await this.pool.query<{ partition: number; next_offset: number }>({
      name: 'executions-checkpoints',
      text: checkpointsSql,
      values: [topics.events],
    });
    const nextOffsets = new Map(rows.map((row) => [row.partition, row.next_offset]));
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const one of waiting) {
      const { ledgerPartition, ledgerOffset } = one.place;
      if ((nextOffsets.get(ledgerPartition) ?? 0) > ledgerOffset) one.resolve();
      else this.#waiting.push(one);
    }
  }
}
