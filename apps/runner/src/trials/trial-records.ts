/**
 * Trials in Postgres. A row is open while its execution runs alone. A row that stays open after its
 * owner is gone counts as a death, if there is evidence that the owner ended by itself: the flight
 * recorder's symptom or a recorded exit. An exit recorded later counts from then on.
 */
import type { Database } from '@libs/persistence';
import type { Pool } from 'pg';
import {
  beginTrialSql,
  endTrialSql,
  forgetTrialsSql,
  listTrialsSql,
  loseTrialSql,
} from './trials.sql.js';

export interface TrialSubject {
  readonly executionId: string;
  readonly partition: number;
  /** Offset of the owner's claim: an execution has at most one row per owner. */
  readonly claimOffset: number;
  readonly workspaceId: string;
  readonly workflowId: string;
}

/** Earlier owners that ran it alone, and how many of them ended by themselves meanwhile. */
export interface TrialPast {
  readonly trials: number;
  readonly loneDeaths: number;
  /** Cause of the latest death. */
  readonly cause: string | null;
}

export interface TrialRecords {
  /** @param previous a trial that is over */
  begin(subject: TrialSubject, previous: TrialSubject | null): Promise<TrialPast>;
  end(subject: TrialSubject): Promise<void>;
  /** Its partition has another owner now. */
  lose(subject: TrialSubject): Promise<void>;
  /** It ended or parked. */
  forget(executionId: string): Promise<void>;
}

interface Row {
  trials: number;
  lone_deaths: number;
  cause: string | null;
}

export class TrialTable implements TrialRecords {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly runnerId: string,
  ) {}

  async begin(subject: TrialSubject, previous: TrialSubject | null): Promise<TrialPast> {
    const { executionId, partition, claimOffset, workspaceId, workflowId } = subject;
    const { rows } = await this.database.pool.query<Row>(beginTrialSql, [
      executionId,
      claimOffset,
      partition,
      this.runnerId,
      workspaceId,
      workflowId,
      previous?.executionId ?? null,
      previous?.claimOffset ?? null,
    ]);
    const [row] = rows;
    return {
      trials: row?.trials ?? 0,
      loneDeaths: row?.lone_deaths ?? 0,
      cause: row?.cause ?? null,
    };
  }

  async end({ executionId, claimOffset }: TrialSubject): Promise<void> {
    await this.database.pool.query(endTrialSql, [executionId, claimOffset]);
  }

  async lose({ executionId, claimOffset }: TrialSubject): Promise<void> {
    await this.database.pool.query(loseTrialSql, [executionId, claimOffset]);
  }

  async forget(executionId: string): Promise<void> {
    await this.database.pool.query(forgetTrialsSql, [executionId]);
  }
}

/** For operators: how often executions ended their owner while they ran alone. */
export async function loneDeathsOf(pool: Pick<Pool, 'query'>): Promise<Map<string, number>> {
  const { rows } = await pool.query<{ execution_id: string; lone_deaths: number }>(listTrialsSql);
  return new Map(rows.map((row) => [row.execution_id, row.lone_deaths]));
}
