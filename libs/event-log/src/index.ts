export type * from './ports.js';
export { AppendError, TransactionError } from './ports.js';
export type { EventLogLogger } from './options.js';
export type { KafkaEventLogOptions } from './kafka/client.js';
export { createKafkaEventLog } from './kafka/kafka-event-log.js';
export { isSettling } from './kafka/kafka-errors.js';
export { fileMemberJournal } from './member-journal.js';
export { partitionFor } from './partitioner.js';
export { createMemoryEventLog } from './memory/memory-event-log.js';
