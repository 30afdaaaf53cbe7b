/** The arguments of `npm run workflow`, read into one verb with its operands and options. Pure. */
import { parseArgs } from 'node:util';
import { type Verb, type VerbName, verbs } from './verbs.js';

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

export type Values = Readonly<Record<string, string | boolean | undefined>>;

export interface Asked {
  readonly verb: VerbName;
  readonly operands: readonly string[];
  readonly values: Values;
}

interface HelpAsked {
  /** Null: help for all verbs. */
  readonly help: VerbName | null;
}

const everywhere = {
  url: { type: 'string' },
  key: { type: 'string' },
  json: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Earlier name of `check`. */
const aliases: Readonly<Record<string, VerbName>> = { validate: 'check' };

const isVerb = (name: string): name is VerbName => Object.hasOwn(verbs, name);

function verbOf(given: string): VerbName {
  const name = aliases[given] ?? given;
  if (isVerb(name)) return name;
  const what = given === '' ? 'The command is missing' : `There is no command "${given}"`;
  throw new UsageError(`${what}; there are ${Object.keys(verbs).join(', ')}`);
}

/** @throws UsageError that names the wrong argument */
export function readArguments(args: readonly string[]): Asked | HelpAsked {
  const [first = '', ...rest] = args;
  if (['help', '--help', '-h'].includes(first))
    return { help: rest[0] === undefined ? null : verbOf(rest[0]) };
  const name = verbOf(first);
  const verb: Verb = verbs[name];
  const { values, operands } = parsed(rest, { ...verb.options, ...everywhere });
  if (values['help'] === true) return { help: name };
  const usage = `${name} ${verb.operands}`.trim();
  if (operands.length < verb.least)
    throw new UsageError(`"${name}" needs more: npm run workflow -- ${usage}`);
  const extra = operands[verb.most];
  if (extra !== undefined)
    throw new UsageError(`"${extra}" is one argument too many: npm run workflow -- ${usage}`);
  return { verb: name, operands, values };
}

type Options = NonNullable<Parameters<typeof parseArgs>[0]>['options'];

function parsed(
  args: readonly string[],
  known: NonNullable<Options>,
): { readonly values: Values; readonly operands: readonly string[] } {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, { type, short }]) => [
      name,
      short === undefined ? { type } : { type, short },
    ]),
  );
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    return { values, operands: positionals };
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** @throws UsageError unless it is a whole number above zero */
export function wholeNumber(text: string, what: string): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number > 0) return number;
  throw new UsageError(`${what} must be a whole number above 0, not "${text}"`);
}
