/**
 * Partitions that wait at a record of a newer release, until a process that can read it takes them
 * over.
 */
import type { EventLogLogger, SupervisedConsumer } from '@libs/event-log';

interface Reader {
  readonly consumer: Pick<SupervisedConsumer, 'seek' | 'pause'>;
  readonly groupId: string;
  readonly topic: string;
  readonly logger: Pick<EventLogLogger, 'error'>;
}

export class HaltedPartitions {
  readonly #reasons = new Map<number, string>();

  constructor(private readonly reader: Reader) {}

  /** @param offset of the record, which is not passed */
  halt(partition: number, offset: number, reason: string): void {
    const { consumer, groupId, topic, logger } = this.reader;
    this.#reasons.set(partition, `offset ${offset}: ${reason}`);
    consumer.seek({ topic, partition, offset });
    consumer.pause([{ topic, partition }]);
    logger.error(
      { groupId, topic, partition, offset, reason },
      'partition halted: this version does not know the record at this offset',
    );
  }

  /** It has another owner, or is assigned again. */
  forget(partition: number): void {
    this.#reasons.delete(partition);
  }

  has(partition: number): boolean {
    return this.#reasons.has(partition);
  }

  get size(): number {
    return this.#reasons.size;
  }

  /** For readiness; null while none is halted. */
  problem(): string | null {
    const [halted] = this.#reasons;
    return halted === undefined ? null : `partition ${halted[0]} halted: ${halted[1]}`;
  }
}
