/** Reads kafkajs errors: which protocol error is behind one, and what it means to us. Total: an unknown error is retriable. */
interface KafkaErrorLike {
  readonly name?: string;
  readonly type?: string;
  readonly cause?: unknown;
}

/** The protocol error type (`NOT_LEADER_FOR_PARTITION`, …) of an error or of what caused it; undefined when there is none. */
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

/** The broker refuses this batch whatever the circumstances: sending it again unchanged would block its partition for ever. */
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

/** The producer's identity or sequence is no longer what the broker expects: only a new producer helps. */
export const isProducerBroken = is([
  'OUT_OF_ORDER_SEQUENCE_NUMBER',
  'DUPLICATE_SEQUENCE_NUMBER',
  'INVALID_PRODUCER_EPOCH',
  'INVALID_PRODUCER_ID_MAPPING',
  'UNKNOWN_PRODUCER_ID',
  'INVALID_TXN_STATE',
]);

/** PRODUCER_FENCED (90) is newer than kafkajs, which reports it as unknown; brokers answer our versions with the epoch error. */
export const isFenced = is([
  'INVALID_PRODUCER_EPOCH',
  'PRODUCER_FENCED',
  'TRANSACTION_COORDINATOR_FENCED',
]);

/** A coordinator that is moving, loading or still finishing the previous transaction: the same call works in a moment. */
export const isCoordinatorBusy = is([
  'CONCURRENT_TRANSACTIONS',
  'NOT_COORDINATOR_FOR_GROUP',
  'GROUP_COORDINATOR_NOT_AVAILABLE',
  'GROUP_LOAD_IN_PROGRESS',
]);

/** Topics or groups that a broker is only just taking over, as after its start: it says so itself, and nobody has to do anything. */
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
