/** What a reader of a topic has to know, and the words that descriptions share. */
import { headers } from './headers.js';
import type { RecordTypes } from './records.generated.js';
import { maxRecordBytes } from './topics.js';

export interface TopicDescription {
  readonly name: string;
  /** Public topics keep their promises to teams that never read our code; internal ones may change with any release. */
  readonly audience: 'public' | 'internal';
  readonly purpose: string;
  /** Why it is public or internal. */
  readonly why: string;
  readonly key: string;
  readonly ordering: string;
  readonly guarantee: string;
  /** Types of its values; empty for frames that are copied byte for byte. */
  readonly records: readonly (keyof RecordTypes)[];
  readonly headers: readonly string[];
  /** `ledger`: as many as the ledger has (FLOWLEDGER_LEDGER_PARTITIONS). */
  readonly partitions: number | 'ledger';
  readonly config: Readonly<Record<string, string>>;
}

const dayMs = 24 * 60 * 60 * 1000;
export const days = (n: number): Record<string, string> => ({ 'retention.ms': String(n * dayMs) });
export const forever = { 'retention.ms': '-1' };
export const large = { 'max.message.bytes': String(maxRecordBytes) };

export const identity = [headers.eventType, headers.eventId];
export const cloudEvents = [
  ...identity,
  headers.ceSpecVersion,
  headers.ceId,
  headers.ceSource,
  headers.ceType,
  headers.ceTime,
  headers.contentType,
];

export const perExecution =
  'All records of one execution are in one partition, in the order they happened.';
export const repeats = (key: string): string =>
  `At least once. A record may repeat: dedupe by ${key}.`;
