/**
 * Configuration, read once at boot into a read-only object. Unknown variables under our prefix are
 * refused, so that a typing mistake can't silently select a default.
 */
import { isIP } from 'node:net';
import { z } from 'zod';
import { bootstrapKey } from './bootstrap-key.js';
import { kafkaProblems, kafkaVariables } from './kafka-connection.js';
import { ledgerRetentionProblems, ledgerRetentionVariables } from './ledger-retention.js';
import { isOidcVariable, type OidcProvider, readOidcProviders } from './oidc.js';
import { operatorKey } from './operator-key.js';
import { opsProblems, opsVariables } from './ops-port.js';
import { type PlanName, planLimitsSetting } from './plan-limits.js';
import { Secret } from './secret.js';
import { triggerUrlProblems, triggerUrlSetting } from './urls.js';

const list = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

const flag = z.enum(['true', 'false']).transform((text) => text === 'true');
const positive = z.coerce.number().int().positive();

/** `/0` is refused, because a list with it names every address. */
export function isAddressOrRange(text: string): boolean {
  const [ip = '', bits, ...more] = text.split('/');
  const family = isIP(ip);
  if (family === 0 || more.length > 0) return false;
  if (bits === undefined) return true;
  return /^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128);
}

/** Proxies in front of the api that are trusted to report the caller's address. */
const trustedProxies = z.array(
  z
    .string()
    .refine(isAddressOrRange, 'must be addresses and CIDRs (not /0), e.g. 10.0.0.7,fd00::/8'),
);

const keptDays: Readonly<Record<PlanName, number>> = {
  free: 7,
  pro: 0,
  team: 0,
  enterprise: 0,
};
/** `free=7,pro=30`: days by plan. Plans that are not named keep their default. */
const daysByPlan = z
  .string()
  .transform(list)
  .pipe(
    z.array(z.string().regex(/^(free|pro|team|enterprise)=\d{1,4}$/, 'must be like free=7,pro=30')),
  )
  .transform((pairs) => ({ ...keptDays, ...Object.fromEntries(pairs.map(daysOfPlan)) }));
function daysOfPlan(pair: string): [string, number] {
  const [plan = '', days] = pair.split('=');
  return [plan, Number(days)];
}

const masterKey = z
  .string()
  .refine((text) => Buffer.from(text, 'base64').length === 32, 'must be 32 bytes in base64')
  .optional();

/** Every variable with its default. A test checks docs/reference/configuration.md against it. */
const variables = {
  PORT: z.coerce.number().int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  ...opsVariables,
  DATABASE_URL: z.string().optional(),
  KAFKA_BROKERS: z.string().transform(list).optional(),
  ...kafkaVariables,
  DATA_DIR: z.string().default('.data'),
  BOOTSTRAP_API_KEY: bootstrapKey.optional(),
  MASTER_KEY: masterKey,
  MASTER_KEY_PREVIOUS: masterKey,
  /** Where downstream teams find our schemas; written into credentials.json. */
  SCHEMA_REGISTRY_URL: z.url().optional(),
  EGRESS_ALLOW: z.string().transform(list).default([]),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
  FLOWLEDGER_LEDGER_PARTITIONS: positive.default(12),
  FLOWLEDGER_REPLICATION_FACTOR: positive.default(1),
  FLOWLEDGER_PUBLIC_URL: z.url().optional(),
  FLOWLEDGER_TRIGGER_URL: triggerUrlSetting.optional(),
  /** With none named, an address that the caller claims is ignored. */
  FLOWLEDGER_TRUSTED_PROXIES: z.string().transform(list).pipe(trustedProxies).default([]),
  FLOWLEDGER_HEADER_PREFIX: z
    .string()
    .regex(/^[a-z][a-z0-9]*-$/)
    .default('service-'),
  FLOWLEDGER_DATABASE_POOL_SIZE: positive.default(10),
  FLOWLEDGER_STATEMENT_TIMEOUT_MS: positive.default(30_000),
  FLOWLEDGER_SYNC_TIMEOUT_MS: positive.default(60_000),
  FLOWLEDGER_APPEND_TIMEOUT_MS: positive.default(10_000),
  FLOWLEDGER_RUNNER_CONCURRENCY: positive.default(200),
  FLOWLEDGER_PARK_RETRIES_AFTER_MS: positive.default(60_000),
  FLOWLEDGER_SESSION_TIMEOUT_MS: positive.default(6_000),
  FLOWLEDGER_DELIVERY_CONCURRENCY: positive.default(500),
  FLOWLEDGER_ACCOUNT_SHARE: z.coerce.number().positive().max(1).default(0.5),
  FLOWLEDGER_ENDPOINT_CONCURRENCY: positive.default(10),
  FLOWLEDGER_DELIVERY_TIMEOUT_MS: positive.default(30_000),
  FLOWLEDGER_MAX_ATTEMPTS: positive.default(5),
  FLOWLEDGER_WEBHOOK_HTTP: flag.default(false),
  FLOWLEDGER_DEACTIVATE_AFTER_EXHAUSTED: positive.default(20),
  FLOWLEDGER_DEACTIVATE_AFTER_HOURS: z.coerce.number().min(0).default(24),
  /** Divides the delays of all tiers; for tests only. */
  FLOWLEDGER_DELAY_SCALE: z.coerce.number().positive().default(1),
  FLOWLEDGER_LOGS_PER_MINUTE: positive.default(600),
  FLOWLEDGER_EXECUTIONS_PER_MINUTE: positive.default(60_000),
  FLOWLEDGER_CONCURRENT_EXECUTIONS: positive.optional(),
  FLOWLEDGER_PLAN_LIMITS: planLimitsSetting,
  /** Without one, the operator API is off. */
  FLOWLEDGER_OPERATOR_KEY: operatorKey.optional(),
  FLOWLEDGER_OPERATOR_CALLS_PER_MINUTE: positive.default(600),
  /** Wrong API keys from one address before it has to wait for the minute to end. */
  FLOWLEDGER_WRONG_KEYS_PER_MINUTE: positive.default(30),
  /** US dollars charged for every execution. */
  FLOWLEDGER_BASE_CHARGE_USD: z.coerce.number().min(0).max(1_000).default(0),
  FLOWLEDGER_LOG_RETENTION_DAYS: daysByPlan.default(keptDays),
  /**
   * Topics keep completions for 30 days. With fewer than 31 days here, a completion that is read
   * again would be delivered again, because nothing would show the first delivery.
   */
  FLOWLEDGER_DELIVERY_RETENTION_DAYS: z.coerce
    .number()
    .int()
    .refine(
      (days) => days === 0 || (days >= 31 && days <= 9_999),
      'must be 0 (keep all) or 31 to 9999',
    )
    .default(0),
  ...ledgerRetentionVariables,
  /** Logs are exported here as NDJSON before they are dropped. */
  FLOWLEDGER_LOG_EXPORT_DIR: z.string().optional(),
  FLOWLEDGER_DEMO: flag.default(true),
};

/** Read by the start scripts, the local stack and `npm run workflow`, from the same shell. */
const readElsewhere = [
  ...['FLOWLEDGER_CACHE_DIR', 'FLOWLEDGER_STACK'],
  ...['FLOWLEDGER_URL', 'FLOWLEDGER_API_KEY'],
];

const schema = z.object(variables);

type SecretName =
  | 'BOOTSTRAP_API_KEY'
  | 'FLOWLEDGER_OPERATOR_KEY'
  | 'MASTER_KEY'
  | 'MASTER_KEY_PREVIOUS'
  | 'KAFKA_SASL_PASSWORD';

export type Config = Readonly<
  Omit<z.output<typeof schema>, 'DATABASE_URL' | 'KAFKA_BROKERS' | SecretName> & {
    DATABASE_URL: string;
    KAFKA_BROKERS: string[];
    /** From all variables with this prefix. */
    FLOWLEDGER_OIDC: readonly OidcProvider[];
  } & Record<SecretName, Secret | undefined>
>;

const secret = (text: string | undefined): Secret | undefined =>
  text === undefined ? undefined : new Secret(text);

/** The configuration can't be used; the message names each wrong variable and its remedy. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/**
 * @param env usually process.env
 * @throws ConfigError naming each wrong, missing or unknown variable
 */
export function loadConfig(env: Readonly<Record<string, string | undefined>>): Config {
  const problems = Object.keys(env)
    .filter(
      (name) =>
        name.startsWith('FLOWLEDGER_') &&
        !(name in variables) &&
        !isOidcVariable(name) &&
        !readElsewhere.includes(name),
    )
    .map((name) => `${name}: unknown variable; see docs/reference/configuration.md`);
  const oidc = readOidcProviders(env);
  problems.push(...oidc.problems);
  const parsed = schema.safeParse(env);
  if (!parsed.success) {
    problems.push(
      ...parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`),
    );
    throw new ConfigError(`Invalid configuration:\n  ${problems.join('\n  ')}`);
  }
  problems.push(
    ...kafkaProblems(parsed.data),
    ...triggerUrlProblems(parsed.data),
    ...opsProblems(parsed.data),
    ...ledgerRetentionProblems(parsed.data),
  );
  const { DATABASE_URL, KAFKA_BROKERS, BOOTSTRAP_API_KEY, MASTER_KEY, ...rest } = parsed.data;
  if (DATABASE_URL === undefined)
    problems.push('DATABASE_URL: required, e.g. postgres://user:password@host:5432/db');
  if (KAFKA_BROKERS === undefined || KAFKA_BROKERS.length === 0) {
    problems.push('KAFKA_BROKERS: required, a comma-separated list of host:port');
  }
  if (problems.length > 0 || DATABASE_URL === undefined || KAFKA_BROKERS === undefined) {
    throw new ConfigError(`Invalid configuration:\n  ${problems.join('\n  ')}`);
  }
  return Object.freeze({
    ...rest,
    DATABASE_URL,
    KAFKA_BROKERS,
    FLOWLEDGER_OIDC: oidc.providers,
    BOOTSTRAP_API_KEY: secret(BOOTSTRAP_API_KEY),
    FLOWLEDGER_OPERATOR_KEY: secret(rest.FLOWLEDGER_OPERATOR_KEY),
    MASTER_KEY: secret(MASTER_KEY),
    MASTER_KEY_PREVIOUS: secret(rest.MASTER_KEY_PREVIOUS),
    KAFKA_SASL_PASSWORD: secret(rest.KAFKA_SASL_PASSWORD),
  });
}
