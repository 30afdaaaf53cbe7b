/**
 * Avro values in the Confluent wire format: 0x00, schema id as int32 big-endian, Avro body.
 * Values written with an earlier release's schema are read into the current shape by schema id.
 * Payload fields are JSON text and stay text: a projection copies them into jsonb without parsing.
 */
import type avro from 'avsc';
import { parseSchema, readersById } from './record-readers.js';
import { formerSchemas, schemaIds, schemaTexts, type RecordTypes } from './records.generated.js';

export type RecordType = keyof RecordTypes;

/** A decoded value together with its type's name; a union that `switch` can narrow. */
export type DecodedRecord = {
  [T in RecordType]: { readonly type: T; readonly data: RecordTypes[T] };
}[RecordType];

/** `UNKNOWN_SCHEMA` may come from a newer release; `GARBAGE` never becomes readable. */
export class UndecodableRecordError extends Error {
  override readonly name = 'UndecodableRecordError';
  constructor(
    readonly code: 'GARBAGE' | 'UNKNOWN_SCHEMA',
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

const headerBytes = 5;
/** Most records fit in here. */
const scratch = Buffer.allocUnsafe(64 * 1024);
const current = (Object.keys(schemaIds) as RecordType[]).map((name) => ({
  name,
  id: schemaIds[name],
  text: schemaTexts[name],
}));
const types = new Map(current.map(({ name, text }) => [name, parseSchema(text)]));
const readers = readersById(current, formerSchemas);

function typeOf(name: RecordType): avro.Type {
  const type = types.get(name);
  if (type === undefined) throw new Error(`no schema for ${name}`);
  return type;
}

/**
 * Encodes one value. Throws when it does not match its schema, which is a programming error.
 * Avro measures each text before it writes it, and measures again when the buffer is too small:
 * a payload of megabytes is written once into a buffer that is probably large enough.
 */
export function encodeRecord<T extends RecordType>(name: T, data: RecordTypes[T]): Buffer {
  const type = typeOf(name);
  const length = textLength(data);
  let frame =
    length > scratch.length / 2 ? Buffer.allocUnsafe(length + length / 64 + 4096) : scratch;
  let end = type.encode(data, frame, headerBytes);
  if (end < 0) {
    frame = Buffer.allocUnsafe(frame.length - end);
    end = type.encode(data, frame, headerBytes);
  }
  frame.writeUInt8(0, 0);
  frame.writeInt32BE(schemaIds[name], 1);
  return frame === scratch ? Buffer.from(frame.subarray(0, end)) : frame.subarray(0, end);
}

/** Characters of a record's own texts; at least as many bytes are written for them. */
function textLength(data: object): number {
  let length = 0;
  for (const field of Object.values(data) as unknown[])
    if (typeof field === 'string') length += field.length;
  return length;
}

/** @throws UndecodableRecordError */
export function decodeRecord(frame: Buffer | null): DecodedRecord {
  if (frame === null || frame.length < headerBytes || frame[0] !== 0) {
    throw new UndecodableRecordError('GARBAGE', 'not a Confluent-framed Avro value');
  }
  const id = frame.readInt32BE(1);
  const reader = readers.get(id);
  if (reader === undefined)
    throw new UndecodableRecordError('UNKNOWN_SCHEMA', `unknown schema id ${id}`);
  try {
    return { type: reader.name, data: reader.read(frame.subarray(headerBytes)) as never };
  } catch (cause) {
    throw new UndecodableRecordError('GARBAGE', `body does not match schema ${reader.name}`, {
      cause,
    });
  }
}
