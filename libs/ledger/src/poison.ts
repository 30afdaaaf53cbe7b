/**
 * The record for a group's poison topic: the frame byte for byte, with headers for its source and
 * the reason.
 */
import { headers, poisonTopicOf } from '@libs/contracts';
import type { OutgoingRecord, ReceivedRecord } from '@libs/event-log';

/**
 * @param groupId the group that could not read the record
 * @param errorCode stable, e.g. `GARBAGE`
 * @param errorMessage one sentence
 */
export function poisonRecordOf(
  groupId: string,
  record: ReceivedRecord,
  errorCode: string,
  errorMessage: string,
): OutgoingRecord {
  return {
    topic: poisonTopicOf(groupId),
    key: record.key,
    value: record.value,
    headers: {
      ...record.headers,
      [headers.errorCode]: errorCode,
      [headers.errorMessage]: errorMessage,
      [headers.sourceTopic]: record.topic,
      [headers.sourcePartition]: String(record.partition),
      [headers.sourceOffset]: String(record.offset),
    },
  };
}
