/** Names of Kafka record headers (design.md section 2). Persisted: never renamed. */
export const headers = {
  eventType: 'event-type',
  eventId: 'event-id',
  writerId: 'writer-id',
  claimOffset: 'claim-offset',
  traceparent: 'traceparent',
  /** On orders: the workspace whose execution is meant, or `anyWorkspace`. */
  actsFor: 'acts-for',
  /**
   * On requests whose id somebody else may request again: when the id was reserved, by the clock of Postgres; ms since 1970. Long
   * before the append, it counts as a repeat (docs/decisions/0026-a-late-request-is-a-repeat.md).
   */
  reservedAt: 'reserved-at',
  /** On requests with an idempotency key: its scope, the key, and base64 of the hash of what must be the same in a repeat. */
  idempotencyScope: 'idempotency-scope',
  idempotencyKey: 'idempotency-key',
  requestHash: 'request-hash',
  /** Absolute time in ms at which a delayed delivery is due. */
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

/** In `acts-for`: an operator ends an execution without knowing whose it is. */
export const anyWorkspace = 'any-workspace';
