/** Carries out one command of `npm run accounts` on Postgres. */
import { AccountsTool, type AccountView } from '@apps/api';
import {
  isWrongUsage,
  type Terminal,
  told,
  UsageError,
  whoActs,
} from '../terminal/operator-command.js';
import { withDatabase } from '../terminal/with-database.js';
import { type Asked, readArguments, usage } from './arguments.js';
import { accountLines, createdLines, detailLines, listLine, monthLine } from './lines.js';

type Environment = Readonly<Record<string, string | undefined>>;

const pageSize = 1_000;

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

const withTool = (asked: Asked, env: Environment, terminal: Terminal): Promise<void> =>
  withDatabase('accounts', env, async (database, config) => {
    const tool = new AccountsTool({ database, config, userAgent: whoActs('accounts') });
    await carryOut(asked, tool, terminal);
  });

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
