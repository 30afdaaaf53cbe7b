/**
 * Reads the requests and control commands of a partition. A garbage record goes to the poison
 * topic. A record of a newer release is held, because its acknowledgement promised that it will be
 * done. Its offset is not passed, so the newer runner that takes over reads it.
 */
import { putAway, readRecord, type Decoded, type Unreadable } from '@libs/consuming';
import { anyWorkspace, groups, headers, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import { retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from '../execution/command.js';
import type { PartitionOwner } from './partition-owner.js';

const retryMs = 500;
const pollReadMs = 50;
/** At 600 ends a second, the last 10,000 ends that an owner remembers cover more than this. */
const lateAfterMs = 15_000;
/** Possible error of the runner's estimate of the Postgres clock. */
const uncertainMs = 1_000;

const commandTypes = ['ExecutionCancelRequested', 'ExecutionResumeRequested'] as const;

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
      const reading = readRecord(record, ['ExecutionRequested']);
      if (reading.kind === 'ok') {
        const { data } = reading.decoded;
        const repeat = data.repeat || isLate(record, this.#claimedAtMs(owner));
        owner.admit({
          offset,
          request: { ...data, repeat },
          traceparent: record.headers[headers.traceparent] ?? null,
          sizeBytes: record.value?.length ?? 0,
        });
      } else if (await this.#putAway(record, reading)) owner.skip(offset);
      else owner.holdRequest(offset);
    }
    this.options.onWork();
  }

  /** By the Postgres clock. */
  #claimedAtMs({ takeover }: PartitionOwner): number | null {
    const aheadMs = this.options.clockAheadMs();
    return aheadMs === null ? null : takeover.claimedAtMs - aheadMs;
  }

  async commands(owner: PartitionOwner, records: readonly ReceivedRecord[]): Promise<void> {
    const unknown: Command[] = [];
    for (const record of records) {
      const reading = readRecord(record, commandTypes);
      if (reading.kind === 'ok') {
        const command = commandOf(record, reading.decoded);
        if (owner.admitCommand(command) === 'unknown') unknown.push(command);
      } else if (await this.#putAway(record, reading)) owner.skipCommand(record.offset);
      else owner.holdCommand(record.offset);
    }
    if (unknown.length > 0) this.#routeWhenRead(owner, unknown);
    this.options.onWork();
  }

  #putAway(record: ReceivedRecord, unreadable: Unreadable): Promise<boolean> {
    const { appender: poison, logger, onPoison } = this.options;
    if (unreadable.kind === 'poison') onPoison(record.topic);
    return putAway({ groupId: groups.runner, poison, logger }, record, unreadable);
  }

  /**
   * Routes commands once every request they may mean is read. Their offsets stay open until then.
   */
  #routeWhenRead(owner: PartitionOwner, commands: readonly Command[]): void {
    const { partition } = owner;
    const { eventLog, logger, onWork } = this.options;
    const attempt = async (): Promise<void> => {
      const end = (await eventLog.admin.endOffsets(topics.requests)).get(partition) ?? 0;
      const decide = async (command: Command): Promise<void> => {
        await this.#untilRead(owner, end, command.executionId);
        if (owner.lost.signal.aborted) return;
        owner.routeUnknown(command);
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

function commandOf(
  { offset, headers: marks }: ReceivedRecord,
  { type, data }: Decoded<(typeof commandTypes)[number]>,
): Command {
  const { executionId } = data;
  const actsFor = marks[headers.actsFor];
  if (type === 'ExecutionResumeRequested')
    return { kind: 'resume', executionId, offset, resume: data, workspaceId: actsFor ?? null };
  const workspaceId = actsFor === anyWorkspace ? null : data.workspaceId;
  return { kind: 'cancel', executionId, offset, reason: data.reason, workspaceId };
}

/**
 * Whether a request may already have run, under its own id, without this owner knowing. The process
 * that reserved the id stalled before its append, and the request was repeated meanwhile (decision
 * 26).
 * @param claimedAtMs when its partition was claimed, by the Postgres clock; null while unknown
 */
export function isLate(
  { timestampMs, headers: { [headers.reservedAt]: reservedAt } }: ReceivedRecord,
  claimedAtMs: number | null,
): boolean {
  if (reservedAt === undefined) return false;
  const reservedAtMs = Number(reservedAt);
  // This owner does not remember what ended under the previous one.
  if (claimedAtMs === null || reservedAtMs < claimedAtMs + uncertainMs) return true;
  return timestampMs - reservedAtMs > lateAfterMs;
}
