/** Edges have no id: two of them are one when they join the same ports. */
import { defaultPort, type EdgeDefinition } from '@libs/workflow';
import { fieldsOf, type JsonValue, rawOf, stringOf } from './json-value.js';

/** Ids may hold any character, so the parts are written as JSON. */
export const edgeKey = ({ from, to, port = defaultPort }: EdgeDefinition): string =>
  JSON.stringify([from, port, to]);

/** Null: a draft may hold anything in place of an edge. */
export function edgeOf(value: JsonValue): EdgeDefinition | null {
  const fields = fieldsOf(value);
  const text = (name: string): string | null => {
    const field = fields.get(name);
    return field === undefined ? null : stringOf(field);
  };
  const [from, to, port] = [text('from'), text('to'), text('port')];
  if (from === null || to === null) return null;
  if (port !== null) return { from, to, port };
  return fields.has('port') ? null : { from, to };
}

export function edgeKeyOf(value: JsonValue): string {
  const edge = edgeOf(value);
  return edge === null ? rawOf(value) : edgeKey(edge);
}
