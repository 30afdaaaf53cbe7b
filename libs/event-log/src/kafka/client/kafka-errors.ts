/** Classifies kafkajs errors by their protocol error. An unknown error counts as retriable. */
interface KafkaErrorLike {
  readonly name?: string;
  readonly type?: string;
  readonly cause?: unknown;
}

/**
 * Protocol error type (`NOT_LEADER_FOR_PARTITION`, …) of an error or its causes, if there is one.
 */
function protocolErrorType(error: unknown): string | undefined {
  let current: unknown = error;
  for (let depth = 0; depth < 8 && typeof current === 'object' && current !== null; depth++) {
    const { type, cause } = current as KafkaErrorLike;
    if (typeof type === 'string') return type;
    current = cause;
  }
  return undefined;
}

const is = (types: readonly string[]) => {
  const set = new Set(types);
  return (error: unknown): boolean => set.has(protocolErrorType(error) ?? '');
};

/** The broker will always refuse this batch; repeating it unchanged would block its partition. */
export const isRefusedBatch = is([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TIMESTAMP',
  'INVALID_TOPIC_EXCEPTION',
  'TOPIC_AUTHORIZATION_FAILED',
  'UNSUPPORTED_FOR_MESSAGE_FORMAT',
  'POLICY_VIOLATION',
]);

export const isTooLarge = is(['MESSAGE_TOO_LARGE', 'RECORD_LIST_TOO_LARGE']);

/**
 * The broker does not accept this producer's id or sequence any more: only a new producer helps.
 */
export const isProducerBroken = is([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'DUPLICATE_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_TXN_STATE',
]);

/**
 * PRODUCER_FENCED (90) is newer than kafkajs, which reports it as unknown. For our request versions
 * brokers answer with the epoch error.
 */
export const isFenced = is([
  'INVALID_PRODUCER_EPOCH',
  'PRODUCER_FENCED',
  'TRANSACTION_COORDINATOR_FENCED',
]);

/** A coordinator is moving, loading or finishing the previous transaction: a retry soon works. */
export const isCoordinatorBusy = is([
  'CONCURRENT_TRANSACTIONS',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
]);

/** A broker is still taking over topics or groups, e.g. after its start. Needs no action. */
export const isSettling = is([
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
  'NOT_LEADER_FOR_PARTITION',
  'LEADER_NOT_AVAILABLE',
]);

/** A commit that claims no membership, for a group that has members. */
export const isOtherMembersGroup = is([
  'UNKNOWN_MEMBER_ID',
  'REBALANCE_IN_PROGRESS',
  'ILLEGAL_GENERATION',
]);

export const isAlreadyThere = is(['TOPIC_ALREADY_EXISTS']);
export const isOffsetOutOfRange = is(['OFFSET_OUT_OF_RANGE']);
export const isUnknownMember = is(['UNKNOWN_MEMBER_ID']);
