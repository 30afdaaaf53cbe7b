/** Everything a reader of a topic must know, and the wording that descriptions share. */
import { headers } from './headers.js';
import type { RecordTypes } from './records.generated.js';
import { settingsOf, type TopicSettings } from './topic-settings.js';

export interface TopicWords {
  readonly name: string;
  /**
   * Public topics keep their promises to teams that never read our code. Internal topics may change
   * in any release.
   */
  readonly audience: 'public' | 'internal';
  readonly purpose: string;
  /** Why it is public or internal. */
  readonly why: string;
  readonly key: string;
  readonly ordering: string;
  readonly guarantee: string;
  /** Record types of its values; empty for frames that are copied byte for byte. */
  readonly records: readonly (keyof RecordTypes)[];
  readonly headers: readonly string[];
}

export type TopicDescription = TopicWords & TopicSettings;

/** Adds the topic's settings to its description. */
export const describedTopic = (words: TopicWords): TopicDescription => ({
  ...words,
  ...settingsOf(words.name),
});

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
