import {
  decodeRecord,
  type RecordType,
  type RecordTypes,
  UndecodableRecordError,
} from '@libs/contracts';
import type { ReceivedRecord } from '@libs/event-log';

export type Unreadable =
  /** Never becomes readable: set it aside and continue. */
  | { readonly kind: 'poison'; readonly reason: string }
  /** From a newer release: passing it would lose it. */
  | { readonly kind: 'newer'; readonly reason: string };

/** A union that `switch` can narrow. */
export type Decoded<T extends RecordType> = {
  [K in T]: { readonly type: K; readonly data: RecordTypes[K] };
}[T];

type Reading<T extends RecordType> =
  { readonly kind: 'ok'; readonly decoded: Decoded<T> } | Unreadable;

/** @param otherType what a known record of a type that is not expected is */
export function readRecord<T extends RecordType>(
  { topic, value }: Pick<ReceivedRecord, 'topic' | 'value'>,
  expected: readonly T[],
  otherType: Unreadable['kind'] = 'poison',
): Reading<T> {
  try {
    const decoded = decodeRecord(value);
    return (expected as readonly RecordType[]).includes(decoded.type)
      ? { kind: 'ok', decoded: decoded as Decoded<T> }
      : { kind: otherType, reason: `${decoded.type} does not belong in ${topic}` };
  } catch (error) {
    if (!(error instanceof UndecodableRecordError)) throw error;
    return { kind: error.code === 'GARBAGE' ? 'poison' : 'newer', reason: error.message };
  }
}
