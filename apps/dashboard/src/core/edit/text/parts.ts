/** The parts of a definition that are compared and merged by themselves. */
import { defaultPort } from '@libs/workflow';
import { fieldsOf, itemsOf, type JsonValue, kindOfValue, rawOf, stringOf } from './json-value.js';
import { numberKey } from './number-text.js';
import { idOf } from './outline.js';

/** Blocks by id, in their order; null when they are no list of objects with ids of their own. */
export function blocksById(root: JsonValue): Map<string, JsonValue> | null {
  const list = fieldsOf(root).get('blocks');
  if (list === undefined || kindOfValue(list) !== 'array') return null;
  const items = itemsOf(list);
  const blocks = new Map<string, JsonValue>();
  for (const block of items) {
    const id = idOf(block);
    if (id !== null) blocks.set(id, block);
  }
  return blocks.size === items.length ? blocks : null;
}

/** Edges by what they say; null when they are no list. A definition may have none. */
export function edgesByKey(root: JsonValue): Map<string, JsonValue> | null {
  const list = fieldsOf(root).get('edges');
  if (list === undefined) return new Map();
  if (kindOfValue(list) !== 'array') return null;
  return new Map(itemsOf(list).map((edge) => [edgeContent(edge), edge]));
}

/** Equal for edges that say the same, also in fields that are not ours. */
export const edgeContent = (edge: JsonValue): string =>
  canonicalText(edge, (name, value) => name === 'port' && stringOf(value) === defaultPort);

function canonicalText(
  value: JsonValue,
  isLeftOut: (name: string, field: JsonValue) => boolean = () => false,
): string {
  const raw = rawOf(value);
  switch (kindOfValue(value)) {
    case 'constant':
      return raw;
    case 'number':
      return numberKey(raw);
    case 'string':
      return JSON.stringify(stringOf(value));
    case 'array':
      return `[${itemsOf(value)
        .map((item) => canonicalText(item))
        .join(',')}]`;
    case 'object':
      return `{${[...fieldsOf(value)]
        .filter(([name, field]) => !isLeftOut(name, field))
        .sort(([a], [b]) => (a < b ? -1 : 1))
        .map(([name, field]) => `${JSON.stringify(name)}:${canonicalText(field)}`)
        .join(',')}}`;
  }
}
