import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { DATABASE, EVENT_LOG, Readiness, sharedCall } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { type ConsumedOffset, lagOf } from './lag.js';
import type { SystemDetails, SystemView } from './system.schemas.js';
import { consumedOffsetsSql, enginesSql, postgresVersionSql } from './system.sql.js';

/** Callers within this time share one look, so a flood of calls costs as much as one. */
const keptForMs = 5_000;
/** A part that hangs counts as absent after this time. */
const patienceMs = 3_000;

@Injectable()
export class SystemState {
  readonly read = sharedCall(() => this.#look(), keptForMs);

  constructor(
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(DATABASE) private readonly database: Database,
    @Inject(Readiness) private readonly readiness: Readiness,
  ) {}

  async #look(): Promise<Required<SystemView>> {
    const [report, postgres, engines, consumers] = await Promise.all([
      this.readiness.report(),
      within(this.#column<{ version: string }>(postgresVersionSql)),
      within(this.#column<{ engine_version: string }>(enginesSql)),
      within(this.#lags()),
    ]);
    const stateOf = (part: string) => (report.details[part]?.status === 'up' ? 'ok' : 'error');
    const details: SystemDetails = {
      versions: {
        node: process.version,
        postgres: postgres?.[0]?.version ?? null,
        engines: (engines ?? []).map((row) => row.engine_version).sort(),
      },
      kafka: stateOf('kafka'),
      postgres: stateOf('postgres'),
      consumers,
      problems: report.problems.map(({ part, problem }) => `${part}: ${problem}`),
    };
    return { status: report.status === 'ok' ? 'ok' : 'error', details };
  }

  async #column<R extends object>(sql: string): Promise<readonly R[]> {
    return (await this.database.pool.query<R>(sql)).rows;
  }

  async #lags(): Promise<SystemDetails['consumers']> {
    const clusterId = await this.eventLog.admin.clusterId();
    const values = [clusterId];
    const { rows } = await this.database.pool.query<ConsumedOffset>(consumedOffsetsSql, values);
    const ends = new Map<string, ReadonlyMap<number, number>>();
    for (const topic of new Set(rows.map((row) => row.topic)))
      // A topic that was deleted has no end.
      ends.set(topic, await this.eventLog.admin.endOffsets(topic).catch(() => new Map()));
    return lagOf(rows, ends);
  }
}

/** Null for a part that fails or hangs. */
async function within<T>(answer: Promise<T>): Promise<T | null> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const timer = setTimeout(() => resolve(null), patienceMs);
  try {
    return await Promise.race([answer.catch(() => null), promise]);
  } finally {
    clearTimeout(timer);
  }
}
