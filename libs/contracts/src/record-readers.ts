/**
 * Readers by schema id, for current schemas and those of earlier releases. Values of an earlier
 * schema are read into the current shape.
 */
import avro from 'avsc';

export interface NamedSchema<N extends string> {
  readonly name: N;
  readonly id: number;
  /** The Avro schema as JSON text. */
  readonly text: string;
}

export interface RecordReader<N extends string> {
  readonly name: N;
  read(body: Buffer): unknown;
}

export const parseSchema = (text: string): avro.Type =>
  avro.Type.forSchema(JSON.parse(text) as avro.Schema, { wrapUnions: 'auto' });

/** @throws Error when the current schema can't read a former one; `schemas:check` prevents it */
export function readersById<N extends string>(
  current: readonly NamedSchema<N>[],
  former: readonly NamedSchema<N>[],
): Map<number, RecordReader<N>> {
  const readers = new Map<number, RecordReader<N>>();
  const types = new Map(current.map(({ name, text }) => [name, parseSchema(text)]));
  for (const { name, id } of current) {
    readers.set(id, { name, read: (body) => types.get(name)?.fromBuffer(body) as unknown });
  }
  for (const { name, id, text } of former) {
    const type = types.get(name);
    if (type === undefined) continue;
    const resolver = type.createResolver(parseSchema(text));
    readers.set(id, { name, read: (body) => type.fromBuffer(body, resolver) as unknown });
  }
  return readers;
}
