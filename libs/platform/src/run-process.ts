/**
 * Runs one process from configuration to orderly end. Opens the log and the database (with backoff
 * while they are away) and starts the given apps behind one HTTP server. On SIGTERM or SIGINT
 * Nest's shutdown hooks finish or hand back their work; then it closes what it opened.
 */
import { join } from 'node:path';
import 'reflect-metadata';
import { type DynamicModule, type LoggerService, Module, type Type } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { addressOf, kafkaConnectionOf, type Config } from '@libs/config';
import { createKafkaEventLog, fileMemberJournal, type EventLog } from '@libs/event-log';
import { openDatabase, type Database } from '@libs/persistence';
import { closeDirectory } from '@libs/security';
import type { AddressInfo } from 'node:net';
import { type Logger, pino } from 'pino';
import { setFlagsFromString } from 'node:v8';
import { refuseWrongClock } from './clock-offset.js';
import { Metrics } from './metrics.js';
import { type OpsServer, startOpsServer } from './ops-server.js';
import { DatabaseOffsetJournal } from './offset-journal.js';
import { PlatformModule } from './platform.module.js';
import { Readiness } from './readiness.js';
import { quietRepeats } from './repeated-failures.js';
import { startTelemetry } from './telemetry/telemetry.js';
import { traceRequests } from './telemetry/trace-requests.js';
import { noTracing } from './telemetry/tracing.js';
import { retryUntil } from './retry-until.js';

export interface RunningProcess {
  readonly app: NestFastifyApplication;
  readonly url: string;
  /** URL of metrics and readiness with its reasons; null while they are on the app's port. */
  readonly opsUrl: string | null;
  readonly logger: Logger;
  stop(): Promise<void>;
}

export interface ProcessOptions {
  readonly name: string;
  readonly config: Config;
  readonly modules: readonly (Type | DynamicModule)[];
  /** Creates the HTTP adapter; the api brings its own limits and hooks. */
  readonly adapter?: () => FastifyAdapter;
  /** Called after Nest is created and before it listens. */
  readonly configure?: (app: NestFastifyApplication) => void | Promise<void>;
}

/** Routes Nest's own messages through pino; its start-up messages go to debug. */
class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }
  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }
  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }
  error(message: unknown, stack?: string, context?: string): void {
    this.logger.error({ context, stack }, String(message));
  }
}

export function createLogger(name: string, config: Config): Logger {
  return pino({
    name,
    level: config.LOG_LEVEL,
    redact: [
      ...['req.headers["x-api-key"]', 'req.headers["x-operator-key"]'],
      ...['req.headers.authorization', 'req.headers.cookie'],
    ],
  });
}

async function openParts(
  options: ProcessOptions,
  logger: Logger,
): Promise<{ eventLog: EventLog; database: Database; offsetJournal: DatabaseOffsetJournal }> {
  const database = await retryUntil('Postgres', logger, () =>
    openDatabase({
      url: options.config.DATABASE_URL,
      poolSize: options.config.FLOWLEDGER_DATABASE_POOL_SIZE,
      statementTimeoutMs: options.config.FLOWLEDGER_STATEMENT_TIMEOUT_MS,
      applicationName: `flowledger-${options.name}`,
    }),
  );
  await retryUntil('comparing clocks', logger, () => refuseWrongClock(database.pool));
  const offsetJournal = new DatabaseOffsetJournal({
    pool: database.pool,
    logger,
    clusterId: () => eventLog.admin.clusterId(),
  });
  const eventLog = createKafkaEventLog({
    ...kafkaConnectionOf(options.config),
    clientId: `flowledger-${options.name}`,
    log: quietRepeats(logger),
    memberJournal: fileMemberJournal(
      join(options.config.DATA_DIR, 'members'),
      options.name,
      logger,
    ),
    offsetJournal,
  });
  return { eventLog, database, offsetJournal };
}

/** Files of this process are its owner's. Best effort: several apps run without a DATA_DIR. */
async function keepFilesPrivate({ DATA_DIR: dir }: Config, logger: Logger): Promise<void> {
  process.umask(0o077);
  try {
    const privacy = await closeDirectory(dir);
    if (privacy !== 'private') logger.info({ dir, privacy }, 'DATA_DIR could be read by others');
  } catch (error) {
    logger.debug({ err: error, dir }, 'DATA_DIR could not be made');
  }
}

async function openOpsPort(
  app: NestFastifyApplication,
  { FLOWLEDGER_OPS_PORT: port, FLOWLEDGER_OPS_HOST, HOST }: Config,
  logger: Logger,
): Promise<OpsServer | null> {
  if (port === undefined) return null;
  const [readiness, metrics] = [app.get(Readiness), app.get(Metrics)];
  const ops = await startOpsServer(
    { port, host: FLOWLEDGER_OPS_HOST ?? HOST },
    {
      readiness: readiness.report,
      metrics: metrics.exposition,
    },
    logger,
  );
  logger.info({ url: ops.url }, 'metrics and the reasons of readiness are served');
  return ops;
}

/** Starts the process; resolves when it listens. Consumers join later and show in readiness. */
export async function runProcess(options: ProcessOptions): Promise<RunningProcess> {
  const logger = createLogger(options.name, options.config);
  await keepFilesPrivate(options.config, logger);
  const telemetry = await startTelemetry(`flowledger-${options.name}`, logger);
  const tracing = telemetry?.tracing ?? noTracing;
  const { eventLog, database, offsetJournal } = await openParts(options, logger);

  @Module({
    imports: [
      PlatformModule.forParts({ config: options.config, eventLog, database, logger, tracing }),
      ...options.modules,
    ],
  })
  class ProcessModule {}

  const adapter = options.adapter?.() ?? new FastifyAdapter();
  if (tracing.enabled) traceRequests(adapter.getInstance(), tracing);
  const app = await NestFactory.create<NestFastifyApplication>(ProcessModule, adapter, {
    logger: new NestLogger(logger),
    bodyParser: options.adapter === undefined,
    abortOnError: false,
  });
  await options.configure?.(app);
  await telemetry?.exportMetrics(app.get(Metrics).registry);
  const ops = await openOpsPort(app, options.config, logger);
  await app.listen(options.config.PORT, options.config.HOST);
  const { port } = app.getHttpServer().address() as AddressInfo;
  const url = addressOf(options.config.HOST, port);

  let stopping: Promise<void> | undefined;
  const stop = (): Promise<void> =>
    (stopping ??= (async () => {
      await app.close();
      await ops?.close();
      await offsetJournal.close();
      await eventLog.close();
      await database.close();
      await telemetry?.shutdown();
    })());
  return { app, url, opsUrl: ops?.url ?? null, logger, stop };
}

/** Stops the process once on SIGTERM or SIGINT; a second signal ends it at once. */
export function stopOnSignals(running: RunningProcess): void {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals): void => {
    if (asked) process.exit(130);
    asked = true;
    running.logger.info({ signal }, 'stopping');
    running.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        running.logger.error({ err: error }, 'process did not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', onSignal);
  process.on('SIGINT', onSignal);
}

/**
 * Tunes garbage collection, for processes with waiting callers. V8 keeps a heap with few
 * allocations small: it grows by a tenth or 8 MB before a full marking, while that takes at most
 * 3 % of the time. A 55 MB api serving a thousand log pages a second marked once a second, for
 * 35 ms. One request in a hundred then took two to ten times as long. The heap may now grow to
 * twice its live size: tens of megabytes for an api, and the only cost is memory.
 */
export function collectSeldom(): void {
  setFlagsFromString('--heap-growing-percent=100');
}
