/** The help of `npm run workflow`, for all verbs and for each. Pure. */
import { type Verb, type VerbName, verbs } from './verbs.js';

const row = (left: string, right: string): string => `  ${left.padEnd(26)} ${right}`;

const common = [
  row('--url URL', 'the server (default: FLOWLEDGER_URL)'),
  row('--key KEY', 'the API key (default: FLOWLEDGER_API_KEY, which "ps" does not show)'),
  row('--json', 'prints JSON for programs'),
];

const closing = `FILE is a workflow as JSON or YAML. WORKFLOW is a name, an id, or a FILE whose name is meant.
Without URL and key both come from $DATA_DIR/credentials.json, which "npm start" writes.
Exit code: 0 done; 1 problems, differences, failed tests or a failed run; 2 wrong usage; 3 no answer, or refused.`;

export function overview(): string {
  const lines = Object.entries(verbs).map(([name, { operands, summary }]) =>
    row(`${name} ${operands}`.trim(), summary),
  );
  return [
    'usage: npm run workflow -- COMMAND [ARGUMENTS] [OPTIONS]',
    '',
    ...lines,
    '',
    ...common,
    row('--help', 'this page; after a command, its options'),
    '',
    closing,
  ].join('\n');
}

export function helpOf(name: VerbName): string {
  const { operands, summary, options = {}, more }: Verb = verbs[name];
  const own = Object.entries(options).map(([option, { value, help }]) =>
    row(`--${option}${value === undefined ? '' : ` ${value}`}`, help),
  );
  const usage = ['usage: npm run workflow --', name, operands, '[OPTIONS]'];
  return [
    usage.filter((part) => part !== '').join(' '),
    '',
    `${name} ${summary}.`,
    ...(more === undefined ? [] : [more]),
    '',
    ...own,
    ...common,
    '',
    closing,
  ].join('\n');
}
