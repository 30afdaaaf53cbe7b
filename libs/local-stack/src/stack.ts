/**
 * A real Kafka and a real Postgres on this machine, from child processes or containers, behind one
 * port. Guarantees that nothing it started outlives it and that it touches nothing else. It does
 * not migrate or create topics.
 */
import { join, resolve } from 'node:path';
import { tryClaim, type Claim } from './claim-file.js';
import { makeDataDirectory } from './data-directory.js';
import { startDockerKafka } from './docker-kafka.js';
import { startDockerPostgres } from './docker-postgres.js';
import { startEmbeddedKafka, writeCdsArchive } from './embedded-kafka.js';
import { startEmbeddedPostgres } from './embedded-postgres.js';
import type { BrokerSecurity } from './kafka-security.js';
import type {
  KafkaServer,
  Log,
  PostgresServer,
  Provider,
  ServerOptions,
} from './managed-server.js';
import { chooseProvider, type ProviderChoice } from './provider.js';
import { StackError } from './stack.errors.js';

export interface StackOptions {
  /** Kept between runs; default `.data`. Ignored when `fresh`. */
  readonly dataDir?: string;
  /** For tests: temporary data of its own, removed at stop. Default false. */
  readonly fresh?: boolean;
  /**
   * `auto`: `FLOWLEDGER_STACK` if set; else fresh stacks prefer Docker, serving ones prefer Java.
   */
  readonly provider?: ProviderChoice;
  /**
   * 3: a real replicated cluster, for tests only (`fresh`); always as child processes. Default 1.
   */
  readonly brokers?: 1 | 3;
  /**
   * For tests: a second listener with TLS, SASL/SCRAM and an authorizer; always as child process.
   */
  readonly security?: BrokerSecurity;
  /** Restart a server that ended unasked: for a person, not for tests. Default false. */
  readonly keepRunning?: boolean;
  /** Receives progress, line by line; default: discards it. */
  readonly log?: Log;
}

export interface LocalStack {
  readonly provider: Provider;
  readonly kafkaBrokers: string;
  readonly databaseUrl: string;
  readonly kafka: KafkaServer;
  readonly postgres: PostgresServer;
  /** Stops Kafka, then Postgres. Close your own connections first. */
  stop(): Promise<void>;
}

const defaultDataDir = '.data';

/**
 * Starts both. When one fails the other is stopped again.
 * @throws StackError whose message is for the person at the terminal
 */
export async function startStack(options: StackOptions = {}): Promise<LocalStack> {
  const claim = options.fresh === true ? undefined : await claimDataDir(options);
  try {
    const provider = await choose(options);
    if (options.fresh === true && provider === 'embedded')
      await writeCdsArchive(serverOptions(options, 'kafka'));
    const [kafka, postgres] = await Promise.allSettled([
      startKafka({ ...options, provider }),
      startPostgres({ ...options, provider }),
    ]);
    if (kafka.status === 'fulfilled' && postgres.status === 'fulfilled') {
      return assemble(provider, kafka.value, postgres.value, claim);
    }
    if (kafka.status === 'fulfilled') await kafka.value.stop();
    if (postgres.status === 'fulfilled') await postgres.value.stop();
    throw kafka.status === 'rejected' ? kafka.reason : (postgres as PromiseRejectedResult).reason;
  } catch (error) {
    claim?.release();
    throw error;
  }
}

/** One separate broker, for a test that kills it; same options as startStack. */
export async function startKafka(options: StackOptions = {}): Promise<KafkaServer> {
  if (options.brokers === 3) {
    if (options.fresh !== true)
      throw new StackError('not_supported', 'Three brokers are for tests: they store nothing.');
    return startEmbeddedKafka(serverOptions(options, 'kafka'), 3);
  }
  const embedded = options.security !== undefined || (await choose(options)) === 'embedded';
  const start = embedded ? startEmbeddedKafka : startDockerKafka;
  return start(serverOptions(options, 'kafka'));
}

/** One separate Postgres; same options as startStack. */
export async function startPostgres(options: StackOptions = {}): Promise<PostgresServer> {
  const start = (await choose(options)) === 'docker' ? startDockerPostgres : startEmbeddedPostgres;
  return start(serverOptions(options, 'postgres'));
}

const quiet: Log = () => undefined;

const choose = (options: StackOptions): Promise<Provider> =>
  chooseProvider({
    wanted: options.provider ?? 'auto',
    preferred: options.fresh === true ? 'docker' : 'embedded',
    log: options.log ?? quiet,
  });

const dataDirOf = (options: StackOptions): string => resolve(options.dataDir ?? defaultDataDir);

const serverOptions = (options: StackOptions, name: string): ServerOptions => ({
  dir: join(dataDirOf(options), name),
  fresh: options.fresh ?? false,
  keepRunning: options.keepRunning ?? false,
  security: options.security,
  log: options.log ?? quiet,
});

async function claimDataDir(options: StackOptions): Promise<Claim> {
  const dir = dataDirOf(options);
  await makeDataDirectory(dir, options.log ?? quiet);
  const result = tryClaim(join(dir, 'stack.lock'));
  if ('claim' in result) return result.claim;
  throw new StackError(
    'data_dir_in_use',
    `${dir} is in use by process ${result.owner.pid}: stop that one, or set DATA_DIR to another directory.`,
  );
}

function assemble(
  provider: Provider,
  kafka: KafkaServer,
  postgres: PostgresServer,
  claim: Claim | undefined,
): LocalStack {
  return {
    provider,
    kafka,
    postgres,
    kafkaBrokers: kafka.kafkaBrokers,
    databaseUrl: postgres.databaseUrl,
    async stop() {
      try {
        await kafka.stop();
        await postgres.stop();
      } finally {
        claim?.release();
      }
    },
  };
}
