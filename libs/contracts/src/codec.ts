/**
 * Avro values in the Confluent wire format: 0x00, schema id as int32 big-endian, Avro body.
 * Payload fields are JSON text and stay text: a projection copies them into jsonb without parsing.
 */
import avro from 'avsc';
import { schemaIds, schemaTexts, type RecordTypes } from './records.generated.js';

export type RecordType = keyof RecordTypes;

/** A decoded value together with its type's name; a union that `switch` can narrow. */
export type DecodedRecord = {
  [T in RecordType]: { readonly type: T; readonly data: RecordTypes[T] };
}[RecordType];

/** Why a frame could not be decoded. `UNKNOWN_SCHEMA` may be from the future; `GARBAGE` never becomes readable. */
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
const types = new Map<RecordType, avro.Type>();
const namesById = new Map<number, RecordType>();
for (const name of Object.keys(schemaIds) as RecordType[]) {
  types.set(
    name,
    avro.Type.forSchema(JSON.parse(schemaTexts[name]) as avro.Schema, { wrapUnions: 'auto' }),
  );
  namesById.set(schemaIds[name], name);
}

function typeOf(name: RecordType): avro.Type {
  const type = types.get(name);
  if (type === undefined) throw new Error(`no schema for ${name}`);
  return type;
}

/** Encodes one value. Throws when it does not match its schema, which is a programming error. */
export function encodeRecord<T extends RecordType>(name: T, data: RecordTypes[T]): Buffer {
  const body = typeOf(name).toBuffer(data);
  const frame = Buffer.allocUnsafe(headerBytes + body.length);
  frame.writeUInt8(0, 0);
  frame.writeInt32BE(schemaIds[name], 1);
  body.copy(frame, headerBytes);
  return frame;
}

/** Decodes one frame, or throws UndecodableRecordError. */
export function decodeRecord(frame: Buffer | null): DecodedRecord {
  if (frame === null || frame.length < headerBytes || frame[0] !== 0) {
    throw new UndecodableRecordError('GARBAGE', 'not a Confluent-framed Avro value');
  }
  const id = frame.readInt32BE(1);
  const name = namesById.get(id);
  if (name === undefined)
    throw new UndecodableRecordError('UNKNOWN_SCHEMA', `unknown schema id ${id}`);
  try {
    return { type: name, data: typeOf(name).fromBuffer(frame.subarray(headerBytes)) as never };
  } catch (cause) {
    throw new UndecodableRecordError('GARBAGE', `body does not match schema ${name}`, { cause });
  }
}
