/** The arguments of `npm run accounts`, read into one command. Pure. */
import { parseArgs } from 'node:util';
import { UsageError } from '../terminal/operator-command.js';

export const usage = `usage: npm run accounts -- create --name NAME --plan PLAN --owner EMAIL [--owner-name NAME] [--workspace NAME]
       npm run accounts -- list [--suspended]
       npm run accounts -- show ID
       npm run accounts -- plan ACCOUNT free|pro|team|enterprise
       npm run accounts -- limits ACCOUNT NAME=NUMBER|none|default ...
       npm run accounts -- suspend ACCOUNT --reason TEXT
       npm run accounts -- resume ACCOUNT
       npm run accounts -- usage ACCOUNT [--months N]

create   makes an account, its first workspace, its owner and their API key, which is shown once.
show     takes the id of an account or of one of its workspaces.
limits   sets limits of the account; "default" removes one, so that the plan's holds again; "none" means no limit.
suspend  nothing new starts within 2 s, what runs goes on to its end. The account's keys are shown the reason.
usage    cost, executions and tokens by month, newest first (12 months).
--json   one JSON object a line, with the fields of the operator API.
Needs DATABASE_URL, and "create" the service's MASTER_KEY or DATA_DIR; works while the api is away.
Exit code: 0 done, 1 failed, 2 wrong usage.`;

interface CommandOf {
  readonly create: { readonly body: object };
  readonly list: { readonly suspended: boolean };
  readonly show: { readonly id: string };
  readonly plan: { readonly id: string; readonly plan: string };
  readonly limits: {
    readonly id: string;
    readonly set: Readonly<Record<string, number | null>>;
    readonly clear: readonly string[];
  };
  readonly suspend: { readonly id: string; readonly reason: string };
  readonly resume: { readonly id: string };
  readonly usage: { readonly id: string; readonly months: string | undefined };
}

type Name = keyof CommandOf;
type Command = { [N in Name]: { readonly name: N } & CommandOf[N] }[Name];
export type Asked = Command & { readonly json: boolean };

type Values = Readonly<Record<string, string | boolean | undefined>>;
type Options = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const options: Readonly<Record<Name, Options>> = {
  create: { name: text, plan: text, owner: text, 'owner-name': text, workspace: text },
  list: { suspended: flag },
  show: {},
  plan: {},
  limits: {},
  suspend: { reason: text },
  resume: {},
  usage: { months: text },
};

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function idOf(given: string | undefined): string {
  if (given !== undefined && uuid.test(given)) return given.toLowerCase();
  const found = given === undefined ? 'the id of the account is missing' : `"${given}" is no id`;
  throw new UsageError(`${found}: "npm run accounts -- list" shows the ids of accounts`);
}

function needed(values: Values, name: string): string {
  const value = values[name];
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError(`--${name} is missing`);
}

const named = (field: string, value: unknown): object =>
  value === undefined ? {} : { [field]: value };

function bodyOf(values: Values): object {
  const owner = { email: needed(values, 'owner'), ...named('name', values['owner-name']) };
  const account = { name: needed(values, 'name'), plan: needed(values, 'plan'), owner };
  return { ...account, ...named('workspaceName', values['workspace']) };
}

/** Names are checked where the limits are known. */
function limitsOf(pairs: readonly string[]): Omit<CommandOf['limits'], 'id'> {
  if (pairs.length === 0) throw new UsageError('name at least one limit, like logsPerMinute=120');
  const set: [string, number | null][] = [];
  const clear: string[] = [];
  for (const pair of pairs) {
    const [, name = '', value = ''] = /^([^=]+)=(.+)$/.exec(pair) ?? [];
    if (value === 'default') clear.push(name);
    else if (value === 'none') set.push([name, null]);
    else if (/^-?\d+(\.\d+)?$/.test(value)) set.push([name, Number(value)]);
    else throw new UsageError(`"${pair}": write a limit as NAME=NUMBER, NAME=none or NAME=default`);
  }
  return { set: Object.fromEntries(set), clear };
}

function commandOf(name: Name, values: Values, [first, ...more]: readonly string[]): Command {
  switch (name) {
    case 'create':
      return { name, body: bodyOf(values) };
    case 'list':
      return { name, suspended: values['suspended'] === true };
    case 'show':
    case 'resume':
      return { name, id: idOf(first) };
    case 'plan':
      if (more[0] === undefined) throw new UsageError('the plan is missing');
      return { name, id: idOf(first), plan: more[0] };
    case 'limits':
      return { name, id: idOf(first), ...limitsOf(more) };
    case 'suspend':
      return { name, id: idOf(first), reason: needed(values, 'reason') };
    case 'usage':
      return { name, id: idOf(first), months: values['months'] as string | undefined };
  }
}

const most: Readonly<Record<Name, number>> = {
  ...{ create: 0, list: 0, show: 1, plan: 2, suspend: 1, resume: 1, usage: 1 },
  limits: Number.POSITIVE_INFINITY,
};

const isName = (name: string): name is Name => Object.hasOwn(options, name);

/**
 * @returns `help` when it was asked for
 * @throws UsageError that names the wrong argument
 */
export function readArguments([name = '', ...rest]: readonly string[]): Asked | 'help' {
  if (['help', '--help', '-h'].includes(name) || rest.includes('--help')) return 'help';
  if (!isName(name))
    throw new UsageError(name === '' ? 'the command is missing' : `"${name}" is no command`);
  const { values, positionals } = parsed(rest, { ...options[name], json: flag });
  const extra = positionals[most[name]];
  if (extra !== undefined) throw new UsageError(`"${extra}" is one argument too many`);
  return { ...commandOf(name, values, positionals), json: values['json'] === true };
}

function parsed(args: string[], known: Options): { values: Values; positionals: string[] } {
  try {
    return parseArgs({ args, options: known, allowPositionals: true });
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}
