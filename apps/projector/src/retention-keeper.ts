/**
 * Maintains the log tables' partitions: creates those of the coming days, drops expired ones, after
 * an export if configured. Removes expired deliveries and figures. Runs in every projector, one at
 * a time; work that fails now is done in the next round.
 */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Config } from '@libs/config';
import {
  advisoryLocks,
  type Database,
  expireDeliveries,
  expireStats,
  type Plan,
} from '@libs/persistence';
import { BackgroundWork, CONFIG, DATABASE, LOGGER } from '@libs/platform';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { holdProjectorsSql, rebuildXactLockSql } from './rebuild/copy.sql.js';
import { lockTimeoutMs } from './rebuild/swap.js';
import { exportBucket } from './retention/export-bucket.js';
import {
  createLogPartitions,
  dropLogPartitions,
  endedIn,
  expiredBuckets,
} from './retention/log-partitions.js';
import { retentionsSql } from './retention/log-partitions.sql.js';
import { bucketsAhead } from './retention/retention-bucket.js';

const everyMs = 600_000;

type KeeperConfig = Pick<
  Config,
  | 'FLOWLEDGER_LOG_RETENTION_DAYS'
  | 'FLOWLEDGER_LOG_EXPORT_DIR'
  | 'FLOWLEDGER_DELIVERY_RETENTION_DAYS'
>;

const msPerDay = 86_400_000;

@Injectable()
export class RetentionKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'patiently'>,
    @Inject(CONFIG) private readonly config: KeeperConfig,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
  ) {
    this.#work = new BackgroundWork({
      ...{ everyMs, logger },
      failed: 'retention of logs and deliveries waits',
      round: () => this.keep(Date.now()),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.begin();
    this.#work.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#work.stop();
  }

  /** One round. Does nothing while another process runs one. */
  async keep(now: number): Promise<void> {
    // `patiently`: counting, exporting and moving may take long with many logs.
    await this.database.patiently(async (client) => {
      const { rows } = await client.query<{ locked: boolean }>(
        'select pg_try_advisory_lock($1) as locked',
        [advisoryLocks.keepingRetention],
      );
      if (rows[0]?.locked !== true) return;
      await createLogPartitions(client, await this.#bucketsToCome(client, now));
      await this.#expireDeliveries(client, now);
      await expireStats(client, now);
      for (const bucket of await expiredBuckets(client, now)) await this.#drop(client, bucket, now);
    });
  }

  async #bucketsToCome(client: Client, now: number): Promise<number[]> {
    const { rows } = await client.query<{ plan: Plan; own_days: number | null }>(retentionsSql);
    const byPlan = this.config.FLOWLEDGER_LOG_RETENTION_DAYS;
    return rows.flatMap(({ plan, own_days }) => bucketsAhead(own_days ?? byPlan[plan], now));
  }

  async #expireDeliveries(client: Client, now: number): Promise<void> {
    const days = this.config.FLOWLEDGER_DELIVERY_RETENTION_DAYS;
    if (days === 0) return;
    const deliveries = await expireDeliveries(client, now - days * msPerDay);
    if (deliveries > 0) this.logger.info({ deliveries }, 'deliveries past their time removed');
  }

  /** An export runs beside everything else; executions that end meanwhile are in the next one. */
  async #drop(client: Client, bucket: number, now: number): Promise<void> {
    const dir = this.config.FLOWLEDGER_LOG_EXPORT_DIR;
    const name = `logs-${bucket}-${new Date(now).toISOString().replaceAll(/[:.]/g, '-')}`;
    const exported = dir === undefined ? null : await exportBucket(client, bucket, dir, name);
    await client.query('begin');
    try {
      await client.query(`set local lock_timeout = ${lockTimeoutMs}`);
      const { rows } = await client.query<{ locked: boolean }>(rebuildXactLockSql);
      if (rows[0]?.locked !== true) return;
      await client.query(holdProjectorsSql);
      if (exported !== null && (await endedIn(client, bucket)) !== exported) return;
      await dropLogPartitions(client, bucket);
      await client.query('commit');
      this.logger.info({ bucket, exported }, 'logs past their time dropped');
    } finally {
      // Without effect after the commit.
      await client.query('rollback');
    }
  }
}
