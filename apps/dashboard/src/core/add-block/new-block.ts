/** The text of a new block: a short id and a name of its own, and the least configuration. */
import { normalizeName } from '@libs/workflow';
import type { ReadDefinition } from '../edit/text/read-definition.js';

export interface NewBlock {
  readonly id: string;
  /** JSON. */
  readonly block: string;
}

type Config = Readonly<Record<string, unknown>>;

/** As the examples have them. */
const ids: Readonly<Record<string, string>> = {
  webhook: 'hook',
  api_trigger: 'start',
  manual: 'start',
  api: 'call',
  condition: 'check',
  router: 'route',
  function: 'compute',
  variables: 'set',
  loop: 'each',
  parallel: 'all',
  workflow: 'child',
  wait: 'pause',
  approval: 'ask',
  response: 'answer',
};

/** Branches need names for their ports. The rest is optional, or only the author knows it. */
function firstConfig(type: string, pathEnding: string): Config {
  switch (type) {
    case 'webhook':
      return { path: `my-workflow-${pathEnding}` };
    case 'condition':
      return { conditions: [{ port: 'yes' }, { port: 'no' }] };
    case 'router':
      return { routes: [{ port: 'first' }], otherwise: 'other' };
    case 'loop':
      return { type: 'forEach' };
    default:
      return {};
  }
}

const longestName = 100;

/** With a number behind it, if it is taken. */
function firstFree(wanted: string, isTaken: (text: string) => boolean, gap: string): string {
  let text = wanted;
  for (let number = 2; isTaken(text); number += 1) text = `${wanted}${gap}${number}`;
  return text;
}

/** A name that references can write: of a newer server, titles may hold anything. */
function nameFrom(title: string): string {
  const plain = title.replaceAll(/[^A-Za-z0-9_-]+/g, ' ').trim();
  const name = /^[A-Za-z_]/.test(plain) ? plain : `Block ${plain}`.trim();
  return name.slice(0, longestName - 8).trim();
}

/** A name ends with a number where another block has it. */
export function freeName(title: string, { blocks }: Pick<ReadDefinition, 'blocks'>): string {
  const taken = new Set(blocks.map(({ name }) => normalizeName(name)));
  const name = nameFrom(title);
  const unnumbered = name.replace(/ \d+$/, '');
  const isTaken = (text: string): boolean => taken.has(normalizeName(text));
  return isTaken(name) ? firstFree(unnumbered, isTaken, ' ') : name;
}

export function freeId(wanted: string, { blocks }: Pick<ReadDefinition, 'blocks'>): string {
  const taken = new Set(blocks.map(({ id }) => id));
  const plain = wanted.replaceAll(/[^A-Za-z0-9_-]+/g, '').slice(0, 56) || 'block';
  if (!taken.has(plain)) return plain;
  return firstFree(plain.replace(/\d+$/, '') || plain, (text) => taken.has(text), '');
}

export interface NewBlockOptions {
  /** Makes the path of a webhook one that nobody has taken. */
  readonly pathEnding: string;
  /** Instead of the least that is needed. */
  readonly config?: Config;
}

export function newBlock(
  { type, title }: { readonly type: string; readonly title: string },
  definition: Pick<ReadDefinition, 'blocks'>,
  { pathEnding, config = firstConfig(type, pathEnding) }: NewBlockOptions,
): NewBlock {
  const id = freeId(ids[type] ?? type, definition);
  const name = freeName(title, definition);
  return { id, block: JSON.stringify({ id, type, name, config }) };
}
