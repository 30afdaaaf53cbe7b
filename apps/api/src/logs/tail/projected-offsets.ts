/**
 * How far the log list is projected, per ledger partition. All waiting tails of a process share one
 * read, so a thousand tails cost no more than one.
 */
import { Inject, Injectable } from '@nestjs/common';
import { topics } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { LedgerOffsets } from './ledger-position.js';
import { projectedOffsetsSql } from './tail.sql.js';

/** Persisted name of the projection that writes execution_log. */
const projection = 'executions';
const keptForMs = 50;

export interface ProjectedLedger {
  /** Empty before the first record is projected. */
  readonly clusterId: string;
  /** Every record below is in the read model. */
  readonly offsets: LedgerOffsets;
}

@Injectable()
export class ProjectedOffsets {
  #latest: { readonly readAtMs: number; readonly ledger: Promise<ProjectedLedger> } | null = null;

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  read(): Promise<ProjectedLedger> {
    const now = performance.now();
    const ledger = this.#query();
    this.#latest = { readAtMs: now, ledger };
    return ledger;
  }

  /** At most `keptForMs` old; for a tail that polls again anyway. */
  readShared(): Promise<ProjectedLedger> {
    const fresh = this.#latest !== null && performance.now() - this.#latest.readAtMs < keptForMs;
    return fresh && this.#latest !== null ? this.#latest.ledger : this.read();
  }

  async #query(): Promise<ProjectedLedger> {
    const { rows } = await this.database.pool.query<{
      partition: number;
      next_offset: number;
      cluster_id: string;
    }>({
      name: 'projected-offsets',
      text: projectedOffsetsSql,
      values: [projection, topics.events],
    });
    return {
      clusterId: rows[0]?.cluster_id ?? '',
      offsets: new Map(rows.map((row) => [row.partition, row.next_offset])),
    };
  }
}
