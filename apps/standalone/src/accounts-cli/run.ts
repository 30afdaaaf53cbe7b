/** Carries out one command of `npm run accounts` on Postgres. */
import { AccountsTool, type AccountView, ApiError } from '@apps/api';
import { ConfigError, loadConfig } from '@libs/config';
import { isDatabaseUnavailable, openDatabase } from '@libs/persistence';
import { MasterKeyError } from '@libs/security';
import { hostname, userInfo } from 'node:os';
import { type Asked, readArguments, usage, UsageError } from './arguments.js';
import { accountLines, createdLines, detailLines, listLine, monthLine } from './lines.js';

interface Terminal {
  say(line: string): void;
  /** To stderr. */
  note(line: string): void;
}

type Environment = Readonly<Record<string, string | undefined>>;

const statementTimeoutMs = 10_000;
const pageSize = 1_000;
/** Postgres: undefined column, undefined table. */
const olderSchema = new Set<unknown>(['42703', '42P01']);

function whoActs(): string {
  try {
    return `npm run accounts (${userInfo().username}@${hostname()})`;
  } catch {
    // The user of a container may have no name.
    return `npm run accounts (@${hostname()})`;
  }
}

async function list(
  tool: AccountsTool,
  suspended: boolean,
  say: (account: AccountView) => void,
): Promise<void> {
  for (let cursor: string | undefined; ;) {
    const page = await tool.list({
      limit: pageSize,
      ...(suspended && { suspended: 'true' }),
      ...(cursor !== undefined && { cursor }),
    });
    for (const account of page.data) say(account);
    cursor = page.nextCursor;
    if (cursor === undefined) return;
  }
}

async function carryOut(asked: Asked, tool: AccountsTool, terminal: Terminal): Promise<void> {
  const tell = <T>(answer: T, linesOf: (answer: T) => readonly string[]): void => {
    for (const line of asked.json ? [JSON.stringify(answer)] : linesOf(answer)) terminal.say(line);
  };
  switch (asked.name) {
    case 'create':
      tell(await tool.create(asked.body), createdLines);
      return;
    case 'list':
      await list(tool, asked.suspended, (account) => {
        tell(account, (one) => [listLine(one)]);
      });
      return;
    case 'show':
      tell(await tool.get(asked.id), detailLines);
      return;
    case 'plan':
      tell(await tool.setPlan(asked.id, { plan: asked.plan }), accountLines);
      return;
    case 'limits': {
      const { set, clear } = asked;
      tell(await tool.changeLimits(asked.id, { set, clear }), accountLines);
      return;
    }
    case 'suspend':
      tell(await tool.suspend(asked.id, { reason: asked.reason }), accountLines);
      return;
    case 'resume':
      tell(await tool.resume(asked.id), accountLines);
      return;
    case 'usage': {
      const { months } = asked;
      const usedIn = await tool.usage(asked.id, months === undefined ? {} : { months });
      for (const month of usedIn) tell(month, (one) => [monthLine(one)]);
      if (usedIn.length === 0) terminal.note('no usage yet');
    }
  }
}

async function withTool(asked: Asked, env: Environment, terminal: Terminal): Promise<void> {
  // No Kafka is needed here, but the configuration requires one.
  const config = loadConfig({ KAFKA_BROKERS: 'unused:9092', ...env });
  const database = await openDatabase({
    url: config.DATABASE_URL,
    poolSize: 2,
    applicationName: 'flowledger-accounts',
    statementTimeoutMs,
  });
  try {
    const tool = new AccountsTool({ database, config, userAgent: whoActs() });
    await carryOut(asked, tool, terminal);
  } finally {
    await database.close();
  }
}

function told(error: unknown): string {
  if (error instanceof ApiError || error instanceof UsageError) return error.message;
  if (error instanceof ConfigError || error instanceof MasterKeyError) return error.message;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (olderSchema.has(code))
    return `The schema of the database is older than this release: run the migrate step first (${String(message)})`;
  if (isDatabaseUnavailable(error))
    return `Postgres does not answer (${String(code ?? message)}): check DATABASE_URL, and that Postgres is up`;
  return String(error);
}

const isWrongUsage = (error: unknown): boolean =>
  error instanceof UsageError ||
  (error instanceof ApiError && (error.status === 400 || error.status === 422));

/** @returns exit code */
export async function runAccounts(
  args: readonly string[],
  env: Environment,
  terminal: Terminal,
): Promise<number> {
  try {
    const asked = readArguments(args);
    if (asked === 'help') terminal.say(usage);
    else await withTool(asked, env, terminal);
    return 0;
  } catch (error) {
    terminal.note(told(error));
    if (error instanceof UsageError) terminal.note('"npm run accounts -- --help" shows the usage');
    return isWrongUsage(error) ? 2 : 1;
  }
}
