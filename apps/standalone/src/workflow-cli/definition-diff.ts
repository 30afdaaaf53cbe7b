/** What changes from one definition to another: by block, then edges and variables. Pure. */
import { isDeepStrictEqual } from 'node:util';
import { plain, shown } from '../terminal/quoted.js';
import { lineDiff } from './line-diff.js';

type Fields = Readonly<Record<string, unknown>>;

interface Block {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config?: unknown;
}

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly port?: string;
}

/** As a draft may be: any part may be absent. */
export interface DiffedDefinition {
  readonly blocks?: readonly Block[];
  readonly edges?: readonly Edge[];
  readonly variables?: Fields;
  readonly concurrency?: unknown;
}

const maxShown = 200;

function short(value: unknown): string {
  const text = shown(value);
  return text.length <= maxShown ? text : `${text.slice(0, maxShown)}… (${text.length} characters)`;
}

const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const under = (path: string, name: string): string => (path === '' ? name : `${path}.${name}`);

function* changes(path: string, from: unknown, to: unknown): Generator<string> {
  if (isDeepStrictEqual(from, to)) return;
  if (isObject(from) && isObject(to)) {
    for (const name of new Set([...Object.keys(from), ...Object.keys(to)]))
      yield* changes(under(path, name), from[name], to[name]);
    return;
  }
  if (Array.isArray(from) && Array.isArray(to) && from.length === to.length) {
    for (const [index, value] of from.entries())
      yield* changes(`${path}[${index}]`, value, to[index]);
    return;
  }
  if (typeof from === 'string' && typeof to === 'string' && /\n/.test(from + to)) {
    yield `    ${path}:`;
    for (const line of lineDiff(from, to)) yield `      ${plain(line)}`;
    return;
  }
  if (from === undefined) yield `    ${path}: + ${short(to)}`;
  else if (to === undefined) yield `    ${path}: - ${short(from)}`;
  else yield `    ${path}: ${short(from)} → ${short(to)}`;
}

const titleOf = ({ name, id, type }: Block): string => `block "${plain(name)}" (${id}), ${type}`;

function* blockChanges(from: readonly Block[], to: readonly Block[]): Generator<string> {
  const before = new Map(from.map((block) => [block.id, block]));
  const after = new Map(to.map((block) => [block.id, block]));
  for (const block of from) if (!after.has(block.id)) yield `- ${titleOf(block)}`;
  for (const block of to) {
    const earlier = before.get(block.id);
    if (earlier === undefined) {
      yield `+ ${titleOf(block)}`;
      yield* changes('config', {}, block.config ?? {});
      continue;
    }
    const { id: _before, ...old } = { ...earlier, config: earlier.config ?? {} };
    const { id: _after, ...now } = { ...block, config: block.config ?? {} };
    const lines = [...changes('', old, now)];
    if (lines.length > 0) yield `~ ${titleOf(block)}`;
    yield* lines;
  }
}

const edgeText = ({ from, to, port = 'out' }: Edge): string =>
  `edge ${from}${port === 'out' ? '' : ` (${port})`} → ${to}`;

function* edgeChanges(from: readonly Edge[], to: readonly Edge[]): Generator<string> {
  const [before, after] = [new Set(from.map(edgeText)), new Set(to.map(edgeText))];
  for (const edge of before) if (!after.has(edge)) yield plain(`- ${edge}`);
  for (const edge of after) if (!before.has(edge)) yield plain(`+ ${edge}`);
}

/** Empty when nothing changes. Defaults that are written out on one side only do not count. */
export function definitionDiff(from: DiffedDefinition, to: DiffedDefinition): string[] {
  const rest = [
    ...changes('variables', from.variables ?? {}, to.variables ?? {}),
    ...changes('concurrency', from.concurrency, to.concurrency),
  ];
  return [
    ...blockChanges(from.blocks ?? [], to.blocks ?? []),
    ...edgeChanges(from.edges ?? [], to.edges ?? []),
    ...(rest.length === 0 ? [] : ['~ workflow', ...rest]),
  ];
}
