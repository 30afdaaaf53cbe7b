/**
 * Reads the requests and control commands of a partition. A garbage record goes to the poison
 * topic. A record of a newer release is held, because its acknowledgement promised that it will be
 * done. Its offset is not passed, so the newer runner that takes over reads it.
 */
import {
  anyWorkspace,
  decodeRecord,
  groups,
  headers,
  topics,
  UndecodableRecordError,
} from '@libs/contracts';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import { poisonRecordOf } from '@libs/ledger';
import { retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../execution/command.js';
import { isLate } from './late-requests.js';
import type { PartitionOwner } from './partition-owner.js';

const retryMs = 500;
const pollReadMs = 50;

interface IntakeOptions {
  readonly eventLog: EventLog;
  readonly appender: RecordAppender;
  readonly logger: Logger;
  /** How far this process's clock is ahead of Postgres; null while unknown. */
  readonly clockAheadMs: () => number | null;
  /** Requests or control commands have arrived. */
  readonly onWork: () => void;
  readonly onPoison: (topic: string) => void;
  /** According to the read model; false while it does not answer. */
  readonly isParked: (executionId: string) => Promise<boolean>;
}

export class Intake {
  constructor(private readonly options: IntakeOptions) {}

  async requests(owner: PartitionOwner, records: readonly ReceivedRecord[]): Promise<void> {
    for (const record of records) {
      const { offset } = record;
      try {
        const decoded = decodeRecord(record.value);
        if (decoded.type !== 'ExecutionRequested') {
          throw new UndecodableRecordError('GARBAGE', `a ${decoded.type} is not a request`);
        }
        const repeat = decoded.data.repeat || isLate(record, this.#claimedAtMs(owner));
        owner.admit({
          offset,
          request: { ...decoded.data, repeat },
          traceparent: record.headers[headers.traceparent] ?? null,
          sizeBytes: record.value?.length ?? 0,
        });
      } catch (error) {
        if (await this.#isPoison(record, error)) owner.skip(offset);
        else owner.holdRequest(offset);
      }
    }
    this.options.onWork();
  }

  /** By the Postgres clock. */
  #claimedAtMs({ takeover }: PartitionOwner): number | null {
    const aheadMs = this.options.clockAheadMs();
    return aheadMs === null ? null : takeover.claimedAtMs - aheadMs;
  }

  async orders(owner: PartitionOwner, records: readonly ReceivedRecord[]): Promise<void> {
    const unknown: Command[] = [];
    for (const record of records) {
      try {
        const command = commandOf(record);
        if (owner.order(command) === 'unknown') unknown.push(command);
      } catch (error) {
        if (await this.#isPoison(record, error)) owner.skipOrder(record.offset);
        else owner.holdOrder(record.offset);
      }
    }
    if (unknown.length > 0) this.#orderWhenRead(owner, unknown);
    this.options.onWork();
  }

  /**
   * Sends garbage to the poison topic.
   * @returns false for a record of a newer release
   * @throws any error that is neither
   */
  async #isPoison(record: ReceivedRecord, error: unknown): Promise<boolean> {
    if (!(error instanceof UndecodableRecordError)) throw error;
    const { topic, partition, offset } = record;
    if (error.code === 'UNKNOWN_SCHEMA') {
      const place = { topic, partition, offset };
      this.options.logger.error(place, 'a newer runner must read this record: it is held');
      return false;
    }
    this.options.onPoison(topic);
    await this.options.appender.append(
      poisonRecordOf(groups.runner, record, error.code, error.message),
    );
    return true;
  }

  /**
   * Routes commands once every request they may mean is read. Their offsets stay open until then.
   */
  #orderWhenRead(owner: PartitionOwner, commands: readonly Command[]): void {
    const { partition } = owner;
    const { eventLog, logger, onWork } = this.options;
    const attempt = async (): Promise<void> => {
      const end = (await eventLog.admin.endOffsets(topics.requests)).get(partition) ?? 0;
      const decide = async (command: Command): Promise<void> => {
        await this.#untilRead(owner, end, command.executionId);
        if (owner.lost.signal.aborted) return;
        owner.orderUnread(command);
        onWork();
      };
      await Promise.all(commands.map(decide));
    };
    retryUntil('routing control commands', logger, attempt, {
      ...{ delayMs: retryMs, stopped: owner.lost.signal, details: { partition } },
    }).catch(() => undefined);
  }

  async #untilRead(owner: PartitionOwner, end: number, executionId: string): Promise<void> {
    const isOpen = (): boolean => owner.requestsReadTo < end && !owner.lost.signal.aborted;
    for (let polls = 0, askAt = 0; isOpen(); polls += 1) {
      // The request of a parked execution was read before: do not wait behind a flood of requests.
      if (polls === askAt && (await this.options.isParked(executionId))) return;
      if (polls === askAt) askAt = 2 * askAt + 10;
      await sleep(pollReadMs);
    }
  }
}

/** @throws UndecodableRecordError */
function commandOf(record: ReceivedRecord): Command {
  const decoded = decodeRecord(record.value);
  const { offset } = record;
  if (decoded.type === 'ExecutionCancelRequested') {
    const { executionId, reason } = decoded.data;
    const isOfAny = record.headers[headers.actsFor] === anyWorkspace;
    const workspaceId = isOfAny ? null : decoded.data.workspaceId;
    return { kind: 'cancel', executionId, offset, reason, workspaceId };
  }
  if (decoded.type === 'ExecutionResumeRequested') {
    const { executionId } = decoded.data;
    const workspaceId = record.headers[headers.actsFor] ?? null;
    return { kind: 'resume', executionId, offset, order: decoded.data, workspaceId };
  }
  throw new UndecodableRecordError('GARBAGE', `a ${decoded.type} is not a control command`);
}
