/** The event log without a broker, for unit tests. Persists nothing, and never fails by itself. */
import { maxRecordBytes, recordSizeBytes } from '../record-size.js';
import {
  AppendError,
  TransactionError,
  type ConsumerSpec,
  type EventLog,
  type LogAdmin,
  type OutgoingRecord,
  type RecordAppender,
  type SupervisedConsumer,
  type TransactionalProducer,
} from '../ports.js';
import { MemoryConsumer } from './memory-consumer.js';
import { MemoryGroups } from './memory-groups.js';
import { MemoryLog } from './memory-log.js';

const readRecords = 500;

export function createMemoryEventLog(): EventLog {
  const log = new MemoryLog();
  const groups = new MemoryGroups(log);
  const consumers: SupervisedConsumer[] = [];
  const epochs = new Map<string, number>();
  return {
    admin: memoryAdmin(log, groups),
    appender: () => memoryAppender(log),
    consumer(spec: ConsumerSpec) {
      const consumer = new MemoryConsumer(spec, log, groups);
      consumers.push(consumer);
      return consumer;
    },
    transactional: (transactionalId) => memoryTransactional(transactionalId, epochs, log, groups),
    async readRange(partition, from, until, onRecords) {
      if (until > log.endOffset(partition)) {
        throw new Error(`${partition.topic}/${partition.partition} does not reach ${until}`);
      }
      for (let position = from; position < until;) {
        const { records, next } = log.read(partition, position, readRecords);
        const wanted = records.filter(({ offset }) => offset < until);
        if (wanted.length > 0) await onRecords(wanted);
        position = next;
      }
    },
    reachable: () => Promise.resolve(true),
    async close() {
      await Promise.all(consumers.map((consumer) => consumer.stop()));
    },
  };
}

function memoryAppender(log: MemoryLog): RecordAppender {
  let closed = false;
  return {
    async append(record) {
      if (closed) throw new AppendError('CLOSED', 'the appender is closed');
      const sizeBytes = recordSizeBytes(record);
      if (sizeBytes > maxRecordBytes) throw new AppendError('TOO_LARGE', `${sizeBytes} bytes`);
      if (
        record.partition !== undefined &&
        !log.has({ topic: record.topic, partition: record.partition })
      ) {
        throw new AppendError('NOT_SENT', `${record.topic} has no partition ${record.partition}`);
      }
      const position = log.append(record);
      await Promise.resolve();
      return position;
    },
    oldestPendingMs: () => 0,
    isCrowded: () => false,
    close() {
      closed = true;
      return Promise.resolve();
    },
  };
}

function memoryTransactional(
  transactionalId: string,
  epochs: Map<string, number>,
  log: MemoryLog,
  groups: MemoryGroups,
): TransactionalProducer {
  let epoch: number | undefined;
  return {
    fence() {
      epoch = (epochs.get(transactionalId) ?? 0) + 1;
      epochs.set(transactionalId, epoch);
      return Promise.resolve();
    },
    async transact(records: readonly OutgoingRecord[], { groupId, commits }) {
      await Promise.resolve();
      if (epoch === undefined) throw new TransactionError('OUTCOME_UNKNOWN', 'fence() comes first');
      if (epochs.get(transactionalId) !== epoch) {
        epoch = undefined;
        throw new TransactionError(
          'FENCED',
          `a newer producer uses the transactional id ${transactionalId}`,
        );
      }
      const written = records.map((record) => log.append(record));
      const touched = new Map(
        written.map((position) => [`${position.topic}/${position.partition}`, position]),
      );
      for (const partition of touched.values()) log.appendMarker(partition);
      groups.commit(groupId, commits);
    },
    close() {
      epoch = undefined;
      return Promise.resolve();
    },
  };
}

function memoryAdmin(log: MemoryLog, groups: MemoryGroups): LogAdmin {
  const partitionsOf = (topic: string) =>
    Array.from({ length: log.partitionCount(topic) }, (_, i) => i);
  return {
    ensureTopics(specs) {
      for (const spec of specs) log.create(spec);
      return Promise.resolve();
    },
    describeTopics: (names) =>
      Promise.resolve(
        names.flatMap((name) => {
          const found = log.describe(name);
          return found === undefined ? [] : [{ ...found, replicationFactor: 1 }];
        }),
      ),
    configureTopic(name, config) {
      log.configure(name, config);
      return Promise.resolve();
    },
    async growTopic(name, partitions) {
      await Promise.resolve();
      log.grow(name, partitions);
    },
    partitionCount: (topic) => Promise.resolve(log.partitionCount(topic)),
    endOffsets: (topic) =>
      Promise.resolve(
        new Map(partitionsOf(topic).map((p) => [p, log.endOffset({ topic, partition: p })])),
      ),
    startOffsets: (topic) =>
      Promise.resolve(
        new Map(partitionsOf(topic).map((p) => [p, log.startOffset({ topic, partition: p })])),
      ),
    offsetsAt: (topic, timeMs) =>
      Promise.resolve(
        new Map(partitionsOf(topic).map((p) => [p, log.offsetAt({ topic, partition: p }, timeMs)])),
      ),
    deleteBefore(topic, offsets) {
      for (const [partition, offset] of offsets) log.deleteBefore({ topic, partition }, offset);
      return Promise.resolve();
    },
    committed(groupId, topic) {
      const entries = partitionsOf(topic).flatMap((partition) => {
        const committed = groups.committed(groupId, { topic, partition });
        return committed === undefined ? [] : [[partition, committed] as const];
      });
      return Promise.resolve(new Map(entries));
    },
    noted: () => Promise.resolve(new Map()),
    clusterId: () => Promise.resolve('memory'),
    allow: () => Promise.resolve(),
  };
}
