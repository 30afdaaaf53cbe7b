/**
 * The runner's only consumer: the same member always gets the requests, control and events of a
 * partition. It tracks ownership: it claims a partition on assignment, gives it up on loss, and
 * watches the tail of the ledger for a foreign claim.
 */
import { OffsetCommitter } from '@libs/consuming';
import { groups, headers, topics } from '@libs/contracts';
import type {
  Assignment,
  EventLog,
  ReceivedBatch,
  ReceivedRecord,
  RecordAppender,
  SupervisedConsumer,
  TopicPartition,
} from '@libs/event-log';
import { encodePosition } from '@libs/ledger';
import { retryUntil } from '@libs/platform';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../execution/command.js';
import { Handover, type HandoverOptions } from './handover.js';
import { Intake } from './intake.js';
import { LedgerWriter } from './ledger-writer.js';
import { PartitionOwner } from './partition-owner.js';
import { RequestQueue } from './request-queue.js';
import { takeOver } from './takeover.js';

const ownTopics = [topics.requests, topics.control, topics.events];
/** Also the interval at which each tail is read. */
const commitIntervalMs = 250;
const retryTakeoverMs = 500;
/** On shutdown, for the ledger to be read as far as it was written. */
const confirmWithinMs = 2_000;

export interface PartitionConsumerOptions extends HandoverOptions {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly onReady: (owner: PartitionOwner) => void;
  /** Requests or control commands have arrived. */
  readonly onWork: () => void;
  readonly onPoison: (topic: string) => void;
  /** A command was ignored because it named another workspace than its execution's. */
  readonly onForeign: () => void;
  readonly isParked: (executionId: string) => Promise<boolean>;
  readonly clockAheadMs: () => number | null;
}

export class PartitionConsumer {
  readonly consumer: SupervisedConsumer;
  readonly owners = new Map<number, PartitionOwner>();
  /** Aborted at the next assignment or loss, so that a takeover that finishes late is dropped. */
  readonly #claims = new Map<number, AbortController>();
  readonly #committer: OffsetCommitter;
  readonly #intake: Intake;
  readonly #handover: Handover;
  /** Partitions that another runner claimed, and when that was seen (performance.now()). */
  readonly #superseded = new Map<number, number>();
  /** Partitions whose tail is paused because it has just been read. */
  readonly #resting = new Set<number>();
  #timer: NodeJS.Timeout | undefined;
  #stopping = false;

  constructor(private readonly options: PartitionConsumerOptions) {
    this.#intake = new Intake(options);
    this.#handover = new Handover(options);
    this.consumer = options.eventLog.consumer({
      groupId: groups.runner,
      topics: ownTopics,
      startFrom: 'earliest',
      coPartitioned: true,
      sessionTimeoutMs: options.sessionTimeoutMs,
      maxWaitMs: 250,
      onAssigned: (assignment) => this.#onAssigned(assignment),
      onBatch: (batch) => this.#onBatch(batch),
    });
    this.#committer = new OffsetCommitter(this.consumer);
  }

  start(): Promise<void> {
    this.#timer = setInterval(() => {
      this.#handover.noteFreeze();
      this.#wakeTails();
      this.#reclaimSuperseded();
      this.commit().catch(() => undefined);
    }, commitIntervalMs);
    return this.consumer.start();
  }

  /** Takes no more partitions, commits, and leaves the group. */
  async stop(): Promise<void> {
    this.#stopping = true;
    for (const claim of this.#claims.values()) claim.abort();
    clearInterval(this.#timer);
    await this.#untilConfirmed();
    await this.commit().catch((error: unknown) =>
      this.options.logger.warn({ err: error }, 'last commit failed'),
    );
    for (const partition of [...this.owners.keys()]) this.#lose(partition);
    await Promise.all([this.consumer.stop(), this.options.holds.written()]);
  }

  /** Otherwise the next owner must find out which executions have ended. */
  async #untilConfirmed(): Promise<void> {
    const deadline = performance.now() + confirmWithinMs;
    const isOpen = (): boolean =>
      [...this.owners.values()].some((owner) => !owner.tail.isConfirmed);
    while (isOpen() && performance.now() < deadline) {
      this.#wakeTails();
      await sleep(20);
    }
  }

  /** Gives up a partition and claims it again, because its writer can't continue. */
  reclaim(partition: number): void {
    this.#lose(partition);
    if (!this.#stopping) this.#claim(partition);
  }

  /**
   * Commits every confirmed low watermark that moved, with its ledger position in the metadata.
   * Requests and commands are always committed together.
   */
  commit(): Promise<void> {
    const progress = [...this.owners.values()].map((owner) => {
      const { partition } = owner;
      const { requests, commands } = owner.confirmed();
      const metadata = commands.position === null ? '' : encodePosition(commands.position);
      return {
        holder: owner,
        state: `${requests.offset} ${commands.offset} ${metadata}`,
        commits: [
          {
            ...{ topic: topics.requests, partition, offset: requests.offset },
            metadata: encodePosition(requests.position),
          },
          { topic: topics.control, partition, offset: commands.offset, metadata },
        ],
      };
    });
    return this.#committer.commit(progress);
  }

  #all(partition: number): TopicPartition[] {
    return ownTopics.map((topic) => ({ topic, partition }));
  }

  #onAssigned(assignment: Assignment): void {
    const partitionsOf = (list: readonly TopicPartition[]): Set<number> =>
      new Set(list.map(({ partition }) => partition));
    for (const partition of partitionsOf(assignment.removed)) this.#lose(partition);
    if (!assignment.sameMember)
      for (const partition of [...this.owners.keys()]) this.#lose(partition);
    for (const partition of partitionsOf(assignment.added)) {
      this.consumer.pause(this.#all(partition));
      this.#claim(partition);
    }
  }

  #endClaim(partition: number): void {
    this.#claims.get(partition)?.abort();
    this.#superseded.delete(partition);
  }

  #lose(partition: number): void {
    this.#endClaim(partition);
    const owner = this.owners.get(partition);
    if (owner !== undefined) this.#handover.release(owner);
    owner?.abandon();
    this.owners.delete(partition);
    this.#resting.delete(partition);
  }

  #claim(partition: number): void {
    this.#endClaim(partition);
    const claim = new AbortController();
    this.#claims.set(partition, claim);
    const isCurrent = (): boolean => !claim.signal.aborted && !this.#stopping;
    const { eventLog, appender, logger } = this.options;
    const attempt = async (): Promise<void> => {
      const takeover = await takeOver(eventLog, appender, partition, Date.now());
      const writer = new LedgerWriter(appender, partition, takeover.writerId, takeover.claimOffset);
      const queue = new RequestQueue((paused) => {
        const requests = [{ topic: topics.requests, partition }];
        if (paused) this.consumer.pause(requests);
        else if (isCurrent()) this.consumer.resume(requests);
      });
      const suspects = await this.#handover.suspectsOf(partition, takeover, claim.signal);
      const owner = new PartitionOwner(writer, queue, takeover, suspects, {
        onForeign: (command) => this.#ignoredForeign(partition, command),
        onAwaited: () => this.#wakeTails([partition]),
      });
      await this.#readCommands(owner, isCurrent);
      if (!isCurrent()) return;
      this.owners.set(partition, owner);
      this.consumer.seek({ topic: topics.events, partition, offset: takeover.claimOffset + 1 });
      // Records fetched before the takeover were dropped: each topic restarts at its unread offset.
      this.consumer.seek({ topic: topics.requests, partition, offset: takeover.requestsFrom });
      this.consumer.seek({ topic: topics.control, partition, offset: takeover.controlTo });
      this.consumer.resume(this.#all(partition));
      logger.debug(
        { partition, claimOffset: takeover.claimOffset, unfinished: takeover.unfinished.size },
        'partition taken over',
      );
      this.options.onReady(owner);
    };
    const patience = { delayMs: retryTakeoverMs, stopped: claim.signal, details: { partition } };
    retryUntil('takeover', logger, attempt, { ...patience, isPassing: isCurrent }).catch(
      () => undefined,
    );
  }

  #ignoredForeign(partition: number, { executionId, offset }: Command): void {
    const details = { code: 'FOREIGN_ORDER', partition, offset, executionId };
    this.options.logger.warn(
      details,
      'Ignored a control command: its execution is of another workspace',
    );
    this.options.onForeign();
  }

  /** Read before anything starts here: an execution cancelled while unowned makes no call. */
  async #readCommands(owner: PartitionOwner, isCurrent: () => boolean): Promise<void> {
    const { partition, takeover } = owner;
    const source = { topic: topics.control, partition };
    const read = async (records: readonly ReceivedRecord[]): Promise<void> => {
      if (isCurrent()) await this.#intake.commands(owner, records);
    };
    try {
      await this.options.eventLog.readRange(source, takeover.controlFrom, takeover.controlTo, read);
    } catch (error) {
      owner.abandon();
      throw error;
    }
    if (!isCurrent()) owner.abandon();
  }

  async #onBatch(batch: ReceivedBatch): Promise<void> {
    const owner = this.owners.get(batch.partition);
    if (owner === undefined) return;
    if (batch.topic === topics.events) this.#onTail(owner, batch);
    else if (batch.topic === topics.requests) await this.#intake.requests(owner, batch.records);
    else await this.#intake.commands(owner, batch.records);
  }

  /** Only headers are read: a claim that isn't ours means that the partition is lost. */
  #onTail(owner: PartitionOwner, batch: ReceivedBatch): void {
    for (const record of batch.records) {
      if (
        record.headers[headers.eventType] !== 'PartitionClaimed' ||
        record.offset <= owner.writer.claimOffset
      )
        continue;
      if (record.headers[headers.writerId] === owner.writer.writerId) continue;
      this.options.logger.warn(
        { partition: batch.partition, offset: record.offset },
        'another runner claimed this partition',
      );
      this.#lose(batch.partition);
      this.#superseded.set(batch.partition, performance.now());
      return;
    }
    const last = batch.records.at(-1);
    if (last !== undefined) owner.tail.read(last.offset + 1);
    if (owner.tail.isAwaited) return;
    // Nothing waits for the tail, and it is mostly our own. Reading on would wake the consumer and
    // the broker once more per flush.
    this.consumer.pause([{ topic: topics.events, partition: batch.partition }]);
    this.#resting.add(batch.partition);
  }

  /**
   * A runner that lost a partition may claim it late, after the new owner. If the group has since
   * confirmed our membership, the partition is still ours: claim it again (decision 17).
   */
  #reclaimSuperseded(): void {
    const confirmedMs = this.consumer.memberUntil() - this.options.sessionTimeoutMs;
    for (const [partition, seenMs] of this.#superseded) {
      if (confirmedMs > seenMs) this.#claim(partition);
    }
  }

  #wakeTails(partitions: Iterable<number> = [...this.#resting]): void {
    const resting = [...partitions].filter((partition) => this.#resting.delete(partition));
    const owned = resting.filter((partition) => this.owners.has(partition));
    this.consumer.resume(owned.map((partition) => ({ topic: topics.events, partition })));
  }
}
