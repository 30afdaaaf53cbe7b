/** Reads this process's ledger partitions; sets poison records aside and halts at unknown ones. */
import { HaltedPartitions, setAside } from '@libs/consuming';
import { groups, topics } from '@libs/contracts';
import type {
  Assignment,
  ReceivedBatch,
  RecordAppender,
  SupervisedConsumer,
} from '@libs/event-log';
import { noTracing, type ReadinessProblem, type Tracing } from '@libs/platform';
import { OwnedPartitions, type OwnedParts } from './owned-partitions.js';
import { tracePublished } from './published-spans.js';
import type { RelayMetrics } from './relay-metrics.js';

export interface RelayParts extends OwnedParts {
  readonly metrics: RelayMetrics;
  readonly poison: RecordAppender;
  readonly sessionTimeoutMs: number;
  readonly tracing?: Tracing;
  /**
   * Longer takeovers show in readiness; ms, default 30,000. They take some hundred, or a few
   * thousand while a broker is away.
   */
  readonly longTakeoverMs?: number;
}

/** Puts an execution's steps into few transactions without a noticeable delay for its end. */
const gatherMs = 5;
const { relay: groupId } = groups;
const { events: topic } = topics;
const defaultLongTakeoverMs = 30_000;

export class RelayConsumer {
  readonly consumer: SupervisedConsumer;
  readonly #parts: RelayParts;
  readonly #owned: OwnedPartitions;
  readonly #halted: HaltedPartitions;

  constructor(parts: RelayParts) {
    this.#parts = parts;
    const { eventLog, metrics, tracing = noTracing } = parts;
    this.consumer = eventLog.consumer({
      groupId,
      topics: [topic],
      startFrom: 'earliest',
      seeksItself: true,
      gatherMs,
      sessionTimeoutMs: parts.sessionTimeoutMs,
      onBatch: (batch) => this.#onBatch(batch),
      onAssigned: (assignment) => this.#onAssigned(assignment),
    });
    const { consumer } = this;
    this.#halted = new HaltedPartitions({ consumer, groupId, topic, logger: parts.logger });
    this.#owned = new OwnedPartitions(this.consumer, parts, {
      onPublished: (records) => {
        metrics.published(records);
        tracePublished(tracing, records);
      },
      onLetGo: (partition) => this.#halted.forget(partition),
    });
    metrics.watch(this.consumer, () => this.#halted.size);
  }

  problem(): ReadinessProblem | null {
    const problem =
      this.#halted.problem() ??
      this.#owned.problem(this.#parts.longTakeoverMs ?? defaultLongTakeoverMs);
    return problem === null ? null : { part: 'relay', problem };
  }

  /** Publishes the records read so far, commits, and leaves the group. */
  async stop(): Promise<void> {
    this.#owned.stopTakingOver();
    await this.consumer.stop();
    await this.#owned.finish();
  }

  #onAssigned({ added, removed, partitions }: Assignment): void {
    const numbers = (some: readonly { partition: number }[]): number[] =>
      some.map(({ partition }) => partition);
    this.#owned.letGo(numbers([...removed, ...added]));
    this.#owned.takeOver(numbers(added));
    const waiting = partitions.filter(
      ({ partition }) => this.#owned.source(partition) === undefined || this.#halted.has(partition),
    );
    if (waiting.length > 0) this.consumer.pause(waiting);
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    const source = this.#owned.source(batch.partition);
    // Fetched before the takeover: it is read again from the position found there.
    if (source === undefined || this.#halted.has(batch.partition)) return;
    for (const record of batch.records) {
      if (record.offset < source.position.offset) continue;
      const reading = source.read(record);
      if (reading.kind === 'newer') {
        this.#halted.halt(record.partition, record.offset, reading.reason);
        break;
      }
      if (reading.kind === 'poison') {
        const { poison, logger } = this.#parts;
        await setAside({ groupId, poison, logger }, record, reading.reason);
        source.pass(record);
      }
      this.#parts.metrics.read(reading.kind === 'poison' ? 'garbage' : reading.kind);
    }
    await this.#owned.afterBatch(source);
  }
}
