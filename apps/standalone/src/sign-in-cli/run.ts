/** Carries out `npm run sign-in` on Postgres. The link is all that stdout gets. */
import { ApiError, type OperatorsLink, SignInTool } from '@apps/api';
import { publicUrlOf } from '@libs/config';
import { parseArgs } from 'node:util';
import {
  isWrongUsage,
  type Terminal,
  told,
  UsageError,
  whoActs,
} from '../terminal/operator-command.js';
import { quoted } from '../terminal/quoted.js';
import { withDatabase } from '../terminal/with-database.js';

const usage = `usage: npm run sign-in -- EMAIL [--account ID] [--json]

Prints a link that signs the person with this address in: once, within an hour, in all their
workspaces, with their role in each. Send it to nobody else. The person must be a member of a
workspace already.
--account  which account, if the address belongs to several
--json     one JSON object
Needs DATABASE_URL, and FLOWLEDGER_PUBLIC_URL for the address of the dashboard; works while the api
is away.
Exit code: 0 done, 1 failed, 2 wrong usage.`;

interface Asked {
  readonly email: string;
  readonly accountId: string | null;
  readonly json: boolean;
}

const options = {
  account: { type: 'string' },
  json: { type: 'boolean' },
} as const;

function parsed(args: string[]) {
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

function readArguments(args: readonly string[]): Asked | 'help' {
  if (args[0] === 'help' || args.includes('--help') || args.includes('-h')) return 'help';
  const { values, positionals } = parsed([...args]);
  const [email, extra] = positionals;
  if (email === undefined) throw new UsageError('the e-mail address is missing');
  if (extra !== undefined) throw new UsageError(`${quoted(extra)} is one argument too many`);
  return { email, accountId: values.account ?? null, json: values.json === true };
}

function tell(link: OperatorsLink, isJson: boolean, { say, note }: Terminal): void {
  if (isJson) {
    const { id: userId, ...rest } = link;
    say(JSON.stringify({ userId, ...rest }));
    return;
  }
  say(link.url);
  note(`signs ${quoted(link.email)} in, once, until ${link.expiresAt}`);
}

interface ChosenFrom {
  readonly account_id: string;
  readonly account_name: string;
}

/** The accounts to choose from. */
function choiceOf(error: unknown): readonly string[] {
  if (!(error instanceof ApiError) || error.status !== 409) return [];
  const accounts = error.details as readonly ChosenFrom[];
  return accounts.map(({ account_id, account_name }) => `${account_id}  ${quoted(account_name)}`);
}

/** @returns exit code */
export async function runSignIn(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  terminal: Terminal,
): Promise<number> {
  try {
    const asked = readArguments(args);
    if (asked === 'help') {
      terminal.say(usage);
      return 0;
    }
    const { email, accountId, json } = asked;
    await withDatabase('sign-in', env, async (database, config) => {
      const baseUrl = publicUrlOf(config);
      const tool = new SignInTool({ database, baseUrl, userAgent: whoActs('sign-in') });
      tell(await tool.link({ email, accountId }), json, terminal);
    });
    return 0;
  } catch (error) {
    terminal.note(told(error));
    for (const detail of choiceOf(error)) terminal.note(detail);
    if (error instanceof UsageError) terminal.note('"npm run sign-in -- --help" shows the usage');
    return isWrongUsage(error) ? 2 : 1;
  }
}
