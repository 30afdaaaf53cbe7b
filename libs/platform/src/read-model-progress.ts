/**
 * How far the executions read model has projected the ledger. One poll serves everything in this
 * process that waits for a position.
 */
import { topics } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { Inject, Injectable } from '@nestjs/common';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectedLedgerSql } from './log-offsets.sql.js';
import { DATABASE } from './tokens.js';

export interface ProjectedLedger {
  /** Empty before the first record is projected. */
  readonly clusterId: string;
  /** By partition: every record below is in the read model. */
  readonly offsets: ReadonlyMap<number, number>;
}

interface LedgerOffset {
  readonly partition: number;
  readonly offset: number;
}

interface Waiter extends LedgerOffset {
  resolve(): void;
  reject(error: unknown): void;
}

const keptForMs = 50;
/** The projector writes every few milliseconds. */
const pollMs = 5;
/** About a second without a new waiter: the projection is behind, or a partition is halted. */
const eagerPolls = 200;
const patientPollMs = 50;

@Injectable()
export class ReadModelProgress {
  readonly #waiting = new Set<Waiter>();
  #latest: { readonly readAtMs: number; readonly ledger: Promise<ProjectedLedger> } | null = null;
  #polls = 0;
  #isPolling = false;

  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  read(): Promise<ProjectedLedger> {
    const ledger = this.#query();
    this.#latest = { readAtMs: performance.now(), ledger };
    return ledger;
  }

  /** At most `keptForMs` old; for a caller that polls again anyway. */
  readShared(): Promise<ProjectedLedger> {
    const latest = this.#latest;
    return latest !== null && performance.now() - latest.readAtMs < keptForMs
      ? latest.ledger
      : this.read();
  }

  /**
   * Resolves when every record before this position is projected, or when the signal aborts.
   * @throws the driver's error when the database does not answer
   */
  async passed({ partition, offset }: LedgerOffset, stopped: AbortSignal): Promise<void> {
    if (stopped.aborted) return;
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    const waiter = { partition, offset, resolve: () => resolve(undefined), reject };
    stopped.addEventListener('abort', waiter.resolve);
    this.#waiting.add(waiter);
    this.#polls = 0;
    if (!this.#isPolling) void this.#poll();
    try {
      await promise;
    } finally {
      this.#waiting.delete(waiter);
      stopped.removeEventListener('abort', waiter.resolve);
    }
  }

  async #poll(): Promise<void> {
    this.#isPolling = true;
    for (; this.#waiting.size > 0; this.#polls += 1) {
      await this.#look();
      if (this.#waiting.size > 0) await sleep(this.#polls < eagerPolls ? pollMs : patientPollMs);
    }
    this.#isPolling = false;
  }

  async #look(): Promise<void> {
    try {
      const { offsets } = await this.read();
      for (const waiter of this.#waiting) {
        if ((offsets.get(waiter.partition) ?? 0) < waiter.offset) continue;
        this.#waiting.delete(waiter);
        waiter.resolve();
      }
    } catch (error) {
      for (const { reject } of this.#waiting) reject(error);
      this.#waiting.clear();
    }
  }

  async #query(): Promise<ProjectedLedger> {
    const { rows } = await this.database.pool.query<{
      partition: number;
      next_offset: number;
      cluster_id: string;
    }>({ name: 'projected-ledger', text: projectedLedgerSql, values: [topics.events] });
    return {
      clusterId: rows[0]?.cluster_id ?? '',
      offsets: new Map(rows.map((row) => [row.partition, row.next_offset])),
    };
  }
}
