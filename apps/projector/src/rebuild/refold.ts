/** Folds the ledger into the copy with the projector's fold and writer, partitions in parallel. */
import type { EventLog, LogAdmin } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { loadCheckpoint, type Checkpoint } from '../engine/checkpoint.js';
import { foldBatch } from '../engine/fold-batch.js';
import type { Projection } from '../engine/projection.js';
import { ProjectionWriter } from '../engine/projection-writer.js';
import { RebuildError } from './rebuild.errors.js';

/** The part of the event log that a rebuild needs. */
export interface LedgerSource extends Pick<EventLog, 'readRange'> {
  readonly admin: Pick<LogAdmin, 'clusterId' | 'endOffsets' | 'startOffsets'>;
}

export class Refold {
  readonly #positions = new Map<number, Checkpoint>();
  readonly #writer: ProjectionWriter;
  #records = 0;

  /** @param pool has the copy first in its search path */
  constructor(
    private readonly projection: Projection,
    private readonly log: LedgerSource,
    private readonly pool: Database['pool'],
    private readonly clusterId: string,
  ) {
    this.#writer = new ProjectionWriter(pool, projection.name, projection.topic);
  }

  /** Records folded so far, superseded and undecodable ones included. */
  get records(): number {
    return this.#records;
  }

  /** How many records the copy is behind these offsets. */
  behind(offsets: ReadonlyMap<number, number>): number {
    let behind = 0;
    for (const [partition, offset] of offsets) behind += Math.max(0, offset - this.#at(partition));
    return behind;
  }

  /** @param offsets by partition: where to stop, exclusive */
  async upTo(offsets: ReadonlyMap<number, number>): Promise<void> {
    await Promise.all([...offsets].map(([partition, until]) => this.#partition(partition, until)));
  }

  #at(partition: number): number {
    return this.#positions.get(partition)?.nextOffset ?? 0;
  }

  async #partition(partition: number, until: number): Promise<void> {
    const { name, topic } = this.projection;
    const scope = { projection: name, topic, clusterId: this.clusterId };
    let from =
      this.#positions.get(partition) ?? (await loadCheckpoint(this.pool, scope, partition, until));
    if (from.nextOffset < until) {
      await this.log.readRange({ topic, partition }, from.nextOffset, until, async (records) => {
        const folded = foldBatch(this.projection, partition, from, records);
        if (folded.haltReason !== null)
          throw new RebuildError(
            'HALTED',
            `${topic}[${partition}] offset ${folded.next.nextOffset}: ${folded.haltReason}`,
          );
        const move = { partition, expectedOffset: from.nextOffset, ...folded.next };
        if (!(await this.#writer.write({ move, rows: folded.rows, bytes: folded.bytes })))
          throw new RebuildError('DISTURBED', 'somebody else writes into the copy');
        from = folded.next;
        this.#records += records.length;
      });
    }
    this.#positions.set(partition, from);
  }
}
