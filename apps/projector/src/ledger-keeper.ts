/**
 * Maintains the ledger in Kafka when FLOWLEDGER_LEDGER_RETENTION_DAYS is set: archives old records
 * and deletes those that the archive holds. Runs in every projector, one at a time. A round that
 * fails deletes nothing more; the next one continues.
 */
import {
  Inject,
  Injectable,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import type { Config } from '@libs/config';
import type { EventLog } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import { BackgroundWork, CONFIG, DATABASE, EVENT_LOG, LOGGER, Metrics } from '@libs/platform';
import type { Client } from 'pg';
import type { Logger } from 'pino';
import { retentionCutoffs } from './ledger-retention/cuts.js';
import { daysInKafka } from './ledger-retention/days-in-kafka.js';
import { lockArchive, retainLedger, type TopicReport } from './ledger-retention/retain-ledger.js';
import { ledgerRetentionMetrics } from './ledger-retention/retention-metrics.js';

const everyMs = 3_600_000;
/** Projections share this process's memory: smaller files than the tool's. */
const fileBytes = 16 * 1024 * 1024;

type KeeperConfig = Pick<
  Config,
  | 'FLOWLEDGER_LEDGER_RETENTION_DAYS'
  | 'FLOWLEDGER_LEDGER_ARCHIVE_DIR'
  | 'FLOWLEDGER_LOG_RETENTION_DAYS'
>;

@Injectable()
export class LedgerKeeper implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly #work: BackgroundWork;
  readonly #metrics: ReturnType<typeof ledgerRetentionMetrics>;

  constructor(
    @Inject(EVENT_LOG) private readonly eventLog: Pick<EventLog, 'admin' | 'readRange'>,
    @Inject(DATABASE) private readonly database: Pick<Database, 'patiently'>,
    @Inject(CONFIG) private readonly config: KeeperConfig,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'info' | 'warn'>,
    @Inject(Metrics) metrics: Metrics,
  ) {
    this.#metrics = ledgerRetentionMetrics(metrics);
    this.#work = new BackgroundWork({
      ...{ everyMs, logger },
      failed: 'ledger retention waits',
      round: () => this.#round(),
    });
  }

  onApplicationBootstrap(): void {
    if (this.config.FLOWLEDGER_LEDGER_RETENTION_DAYS === 0) return;
    this.#work.begin();
    this.#work.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.#work.stop();
  }

  async #round(): Promise<void> {
    try {
      await this.keep(Date.now());
    } catch (error) {
      // A stop ends a round too.
      if (this.#work.isStopped) return;
      this.#metrics.waits(true);
      throw error;
    }
  }

  /** One round. Does nothing while another process runs one. */
  async keep(now: number): Promise<void> {
    const { FLOWLEDGER_LEDGER_RETENTION_DAYS, FLOWLEDGER_LEDGER_ARCHIVE_DIR: dir } = this.config;
    if (FLOWLEDGER_LEDGER_RETENTION_DAYS === 0 || dir === undefined) return;
    await this.database.patiently(async (client) => {
      if (!(await lockArchive(client))) return;
      const reports: TopicReport[] = [];
      await retainLedger({
        ...{ log: this.eventLog, client, dir, fileBytes },
        cutoffs: retentionCutoffs(now, await daysInKafka(client, this.config)),
        act: 'delete',
        isWhole: true,
        begins: false,
        mayGoOn: () => this.#mayGoOn(client),
        onTopic: (report) => {
          reports.push(report);
          this.#report(report);
        },
      });
      this.#tellHeld(reports);
    });
  }

  /** The lock is lost with its connection: another process may then be at the archive. */
  async #mayGoOn(client: Client): Promise<void> {
    if (this.#work.isStopped) throw new Error('the process stops');
    await client.query('select');
  }

  #report({ topic, partitions, isDeleted }: TopicReport): void {
    const gone = isDeleted
      ? partitions.filter(({ logStart, deleteBefore }) => deleteBefore > logStart)
      : [];
    const archived = sum(partitions.map(({ copied }) => copied));
    const deleted = sum(gone.map(({ logStart, deleteBefore }) => deleteBefore - logStart));
    this.#metrics.moved(topic, archived, deleted);
    if (archived + deleted === 0) return;
    const before = Object.fromEntries(
      gone.map(({ partition, deleteBefore }) => [partition, deleteBefore]),
    );
    this.logger.info({ topic, archived, deleted, before }, 'ledger records past their time moved');
  }

  #tellHeld(reports: readonly TopicReport[]): void {
    const held = reports.flatMap(({ topic, partitions, isDeleted }) =>
      partitions
        .filter(({ logStart, youngFrom }) => logStart < youngFrom)
        .flatMap(({ partition, heldBy }) => {
          const by = isDeleted ? heldBy : (heldBy ?? 'a rebuild');
          return by === null ? [] : [{ topic, partition, by }];
        }),
    );
    this.#metrics.waits(held.length > 0);
    if (held.length > 0)
      this.logger.warn(
        { code: 'LEDGER_RETENTION_WAITS', held },
        'ledger records past their time stay in Kafka, because something may still read them',
      );
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);
