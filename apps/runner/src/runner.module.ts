import { Inject, Module, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Config, publicUrlOf } from '@libs/config';
import { createEgressClient, createEgressPolicy, type EgressClient } from '@libs/egress';
import type { EventLog, RecordAppender } from '@libs/event-log';
import {
  limitsOf,
  type AccountLimits,
  type Database,
  type Plan,
  type WorkspaceCipher,
} from '@libs/persistence';
import {
  ClockOffset,
  CONFIG,
  DATABASE,
  EVENT_LOG,
  LOGGER,
  MASTER_KEY,
  Metrics,
  Progress,
  ReadModelProgress,
  retryUntil,
  WORKSPACE_CIPHER,
  WorkspaceCipherModule,
} from '@libs/platform';
import { createSandbox, type Sandbox } from '@libs/sandbox';
import { type MasterKeys, resumeTokenOf } from '@libs/security';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { ChildRuns } from './execution/child-runs.js';
import type { ExecutionPorts } from './execution/execution-context.js';
import { Families } from './family/families.js';
import { ParkedExecutions, RepeatCheck } from './partition/parked-executions.js';
import { ParkedQuota } from './quotas/parked-quota.js';
import { Runner } from './runner.js';
import { EnvironmentSource } from './execution/environment.js';
import { SecretSource } from './execution/secrets.js';
import { Timers } from './timers/timers.js';
import { ExitReports } from './trials/exit-reports.js';
import { ThreadFlightRecorder } from './trials/flight-recorder.js';
import { PartitionHolds } from './trials/partition-holds.js';
import { TrialTable } from './trials/trial-records.js';
import { AccountConcurrency } from './concurrency/account-concurrency.js';
import { SlotCensus } from './concurrency/slot-census.js';
import { SlotSweep } from './concurrency/slot-sweep.js';
import { SlotTable } from './concurrency/slot-table.js';
import { ConcurrencySlots } from './concurrency/concurrency-slots.js';
import { WorkflowCache } from './execution/workflow-cache.js';
import { TestRuns } from './workflow-tests/test-runs.js';

/** How long a shutdown waits for calls in flight before the next owner gets them. */
const stopGraceMs = 5_000;

/** The runner app: executes workflows and appends what happened. No queries, no webhooks. */
@Module({ imports: [WorkspaceCipherModule] })
export class RunnerModule implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #runner: Runner;
  readonly #appender: RecordAppender;
  readonly #egress: EgressClient;
  readonly #sandbox: Sandbox;
  readonly #flightRecorder: ThreadFlightRecorder;
  readonly #exitReports: ExitReports;
  readonly #testRuns: TestRuns;
  readonly #stopping = new AbortController();

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(DATABASE) database: Database,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Metrics) metrics: Metrics,
    @Inject(Progress) progress: Progress,
    @Inject(ClockOffset) clock: ClockOffset,
    @Inject(ReadModelProgress) projected: ReadModelProgress,
    @Inject(WORKSPACE_CIPHER) cipher: WorkspaceCipher,
    @Inject(MASTER_KEY) masterKeys: MasterKeys,
  ) {
    this.#appender = eventLog.appender();
    this.#egress = createEgressClient({
      policy: createEgressPolicy({ allow: config.EGRESS_ALLOW }),
    });
    this.#sandbox = createSandbox();
    const limitOf = (plan: Plan, own: AccountLimits): number | null =>
      limitsOf(plan, own, config).concurrentExecutions;
    const accounts = new AccountConcurrency(database, limitOf);
    const slots = new ConcurrencySlots({
      ...{ table: new SlotTable(database, limitOf), accounts },
      appender: this.#appender,
      logger,
    });
    const census = new SlotCensus({
      ...{ database, accounts, logger },
      granted: () => slots.granted(),
      partitions: config.FLOWLEDGER_LEDGER_PARTITIONS,
    });
    const families = new Families({
      ...{ database, appender: this.#appender, logger, metrics },
      asyncLimitOf: (plan, own) => limitsOf(plan, own, config).asyncExecutionsPerMinute,
    });
    const runnerId = randomUUID();
    this.#flightRecorder = new ThreadFlightRecorder(config.DATABASE_URL, logger);
    const directory = join(config.DATA_DIR, 'runners');
    this.#exitReports = new ExitReports({ database, logger, directory, runnerId });
    this.#testRuns = new TestRuns({ database, logger });
    this.#runner = new Runner({
      holds: new PartitionHolds(database, runnerId, logger),
      trialRecords: new TrialTable(database, runnerId),
      flightRecorder: this.#flightRecorder,
      eventLog,
      appender: this.#appender,
      logger,
      metrics,
      progress,
      clockAheadMs: () => clock.aheadMs,
      sessionTimeoutMs: config.FLOWLEDGER_SESSION_TIMEOUT_MS,
      concurrency: config.FLOWLEDGER_RUNNER_CONCURRENCY,
      baseChargeUsd: config.FLOWLEDGER_BASE_CHARGE_USD,
      workflows: new WorkflowCache(database),
      secrets: new SecretSource(database, cipher),
      environments: new EnvironmentSource(database),
      repeats: new RepeatCheck(database, projected),
      parked: new ParkedExecutions(database, projected),
      families,
      children: new ChildRuns(database, this.#appender, families.table, (plan, own) =>
        limitsOf(plan, own, config),
      ),
      parkedQuota: new ParkedQuota(
        database,
        (plan, own) => limitsOf(plan, own, config).parkedExecutions,
      ),
      slots,
      slotSweep: new SlotSweep({ database, slots, census, logger }),
      timers: new Timers({ database, appender: this.#appender, logger }),
      effects: {
        egress: this.#egress,
        sandbox: this.#sandbox,
        longestPauseMs: config.FLOWLEDGER_PARK_RETRIES_AFTER_MS,
      },
      earlyOutput: approvalOutputs(masterKeys, config),
    });
  }

  onApplicationBootstrap(): void {
    // Not awaited: a broker that is down at startup shows in readiness and is retried.
    this.#start().catch((error: unknown) => {
      if (!this.#stopping.signal.aborted)
        this.logger.error({ err: error }, 'the runner could not start');
    });
    this.#testRuns.start();
  }

  /** Publishes how earlier processes ended before it takes over what they had in flight. */
  async #start(): Promise<void> {
    await this.#exitReports.arm().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'A fault that ends this process will leave no report');
    });
    await retryUntil('reports of exits', this.logger, () => this.#exitReports.publish(), {
      stopped: this.#stopping.signal,
    });
    await this.#runner.start();
  }

  async onModuleDestroy(): Promise<void> {
    this.#stopping.abort();
    await this.#testRuns.stop();
    await this.#runner.stop(stopGraceMs);
    await this.#appender.close();
    await this.#egress.close();
    await this.#sandbox.close();
    await this.#flightRecorder.close();
    await this.#exitReports.disarm();
  }
}

/**
 * The output of an approval before it runs: the URL to post the answer to. An earlier block sends
 * it to the approver. The token in it is a capability, so the log masks it like a secret.
 */
const approvalOutputs =
  (
    masterKeys: MasterKeys,
    config: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'HOST' | 'PORT'>,
  ): ExecutionPorts['earlyOutput'] =>
  (executionId, address, revealed) => {
    const token = resumeTokenOf(masterKeys, { executionId, ...address });
    revealed.add(token);
    const resumePath = `/api/webhooks/resume/${executionId}/${token}`;
    return { resumePath, resumeUrl: `${publicUrlOf(config)}${resumePath}` };
  };
