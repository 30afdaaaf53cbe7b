/** Names of Kafka record headers. Persisted: never renamed. */
export const headers = {
  eventType: 'event-type',
  eventId: 'event-id',
  writerId: 'writer-id',
  claimOffset: 'claim-offset',
  traceparent: 'traceparent',
  /** On control commands and keyed requests: the workspace, or (commands only) `anyWorkspace`. */
  actsFor: 'acts-for',
  /**
   * On requests whose id another process may request again: when the id was reserved (Postgres
   * clock, ms since 1970). A request appended long after that counts as a repeat (decision 26).
   */
  reservedAt: 'reserved-at',
  /**
   * On requests with an idempotency key: its scope, the key, and base64 of the hash of the parts
   * that a repeat must share.
   */
  idempotencyScope: 'idempotency-scope',
  idempotencyKey: 'idempotency-key',
  requestHash: 'request-hash',
  /** Epoch ms at which a delayed delivery is due. */
  dueAt: 'due-at',
  errorCode: 'error-code',
  errorMessage: 'error-message',
  sourceTopic: 'source-topic',
  sourcePartition: 'source-partition',
  sourceOffset: 'source-offset',
  /** CloudEvents 1.0, Kafka binary mode; on public topics. */
  ceSpecVersion: 'ce_specversion',
  ceId: 'ce_id',
  ceSource: 'ce_source',
  ceType: 'ce_type',
  ceTime: 'ce_time',
  contentType: 'content-type',
} as const;

/** Headers of a record's copy that is kept aside: its own, why, and where it was. */
export const asideHeaders = (
  record: {
    readonly topic: string;
    readonly partition: number;
    readonly offset: number;
    readonly headers: Readonly<Record<string, string>>;
  },
  errorCode: string,
  errorMessage: string,
): Readonly<Record<string, string>> => ({
  ...record.headers,
  [headers.errorCode]: errorCode,
  [headers.errorMessage]: errorMessage,
  [headers.sourceTopic]: record.topic,
  [headers.sourcePartition]: String(record.partition),
  [headers.sourceOffset]: String(record.offset),
});

/** In `acts-for`: an operator ends an execution without knowing its workspace. */
export const anyWorkspace = 'any-workspace';
