/**
 * Whether an execution absent from the read model may exist: its request is accepted but
 * unfinished, or the projection lags. Decided from the time in the id and the progress of runners
 * and projection; never misses one started by a call or a schedule. Child ids carry no time, but
 * each child has a row before its request.
 */
import { groups, topics } from '@libs/contracts';
import { partitionFor, type EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG, ReadModelProgress } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { validate } from 'uuid';
import { openChildSql } from './execution.sql.js';

/** Clocks of api processes and brokers differ by less than this; both are monitored. */
const clockMarginMs = 60_000;
const timedId = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Creation time of an id in ms; null when the id carries none. */
export function timeOfId(id: string): number | null {
  const [, high, low] = timedId.exec(id) ?? [];
  return high === undefined || low === undefined ? null : parseInt(high + low, 16);
}

@Injectable()
export class UnseenExecutions {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(ReadModelProgress) private readonly progress: ReadModelProgress,
  ) {}

  async mayExist(executionId: string, workspaceId: string): Promise<boolean> {
    const madeAt = timeOfId(executionId);
    if (madeAt === null) return this.#isChild(executionId, workspaceId);
    if (madeAt > Date.now() + clockMarginMs) return false;
    const { admin } = this.eventLog;
    const ends = await admin.endOffsets(topics.events);
    const partition = partitionFor(executionId, ends.size);
    return (
      (await this.#isOpen(partition, madeAt)) ||
      (await this.#isUnprojected(partition, ends.get(partition) ?? 0))
    );
  }

  async #isChild(executionId: string, workspaceId: string): Promise<boolean> {
    if (!validate(executionId)) return false;
    const { rows } = await this.database.pool.query(openChildSql, [executionId, workspaceId]);
    return rows.length > 0;
  }

  /** Some request of about that time has neither ended nor parked. */
  async #isOpen(partition: number, madeAt: number): Promise<boolean> {
    const { admin } = this.eventLog;
    const [done, requested] = await Promise.all([
      // As noted in Postgres, because the api has no rights on the runners' consumer group.
      admin.noted(groups.runner, topics.requests),
      admin.offsetsAt(topics.requests, madeAt + clockMarginMs),
    ]);
    return (done.get(partition)?.offset ?? 0) < (requested.get(partition) ?? 0);
  }

  async #isUnprojected(partition: number, end: number): Promise<boolean> {
    const { offsets } = await this.progress.read();
    return (offsets.get(partition) ?? 0) < end;
  }
}
