import { encodeRecord, headers, topics } from '@libs/contracts';
import type {
  OutgoingRecord,
  ReceivedRecord,
  RecordAppender,
  RecordPosition,
} from '@libs/event-log';
import { decodePosition, earlierPosition, encodePosition } from '@libs/ledger';
import {
  blockCompleted,
  executionCompleted,
  executionStarted,
  identity,
} from '../../../../test/support/ledger-fixtures.js';
import { LedgerFold } from '../partition/ledger-fold.js';
import { LedgerWriter } from '../partition/ledger-writer.js';
import { PartitionOwner, type Admitted } from '../partition/partition-owner.js';
import { RequestQueue } from '../partition/request-queue.js';

/** Event types that a newer engine writes in its own form, with a schema unknown to older ones. */
const inNewerForm = new Set(['ExecutionStarted', 'BlockCompleted', 'ExecutionResumed']);

interface Stored extends ReceivedRecord {
  readonly isOfNewer: boolean;
}

/** The record as that engine reads it. */
function readBy(isNewer: boolean, { isOfNewer, ...record }: Stored): ReceivedRecord {
  const type = record.headers[headers.eventType] ?? '';
  if (isNewer || !isOfNewer || !inNewerForm.has(type) || record.value === null) return record;
  const value = Buffer.from(record.value);
  value.writeInt32BE(999_999, 1);
  return { ...record, value };
}

/** The memory of a process that claimed the partition and does not know yet of a later claim. */
export interface Holder {
  readonly owner: PartitionOwner;
  readonly isNewer: boolean;
  readonly running: Map<string, Admitted>;
  requestsRead: number;
  commandsRead: number;
}

/**
 * The ledger of a miniature partition. Holders of any release come and go. One that lost it acts
 * until it reads the new claim, and may claim it late. Only the one group member commits and takes
 * it back.
 */
export class ModelledLedger {
  readonly ledger: Stored[] = [];
  committed = { offset: 0, metadata: '', commands: 0, commandsMetadata: '' };
  readonly #claims: number[] = [];
  #member: Holder;
  #ghost: Holder | null = null;

  constructor(isNewer = false) {
    this.#member = this.#claim(isNewer);
  }

  get member(): Holder {
    return this.#member;
  }

  #append(record: OutgoingRecord, isOfNewer: boolean): RecordPosition {
    const position = { topic: topics.events, partition: 0, offset: this.ledger.length };
    const { key, value, headers: marks = {} } = record;
    this.ledger.push({ ...position, key, value, headers: marks, timestampMs: 0, isOfNewer });
    return position;
  }

  #claim(isNewer: boolean): Holder {
    const writerId = `00000000-0000-4000-8000-${String(this.#claims.length + 1).padStart(12, '0')}`;
    const claimed = { partition: 0, writerId, claimOffset: null, host: 'h', engineVersion: '1' };
    const value = encodeRecord('PartitionClaimed', { ...claimed, claimedAt: 0 });
    const marks = { [headers.eventType]: 'PartitionClaimed' };
    const record = { topic: topics.events, key: null, value, headers: marks };
    const { offset: claimOffset } = this.#append(record, isNewer);
    this.#claims.push(claimOffset);
    const { offset: requestsFrom, commands: controlFrom, commandsMetadata } = this.committed;
    const position = earlierPosition(decodePosition(this.committed.metadata), commandsMetadata);
    const fold = new LedgerFold(position.claimOffset, requestsFrom);
    for (const stored of this.ledger.slice(position.offset, claimOffset))
      fold.apply(readBy(isNewer, stored));
    const { unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset } = fold;
    const appender: RecordAppender = {
      append: (appended) => Promise.resolve(this.#append(appended, isNewer)),
      oldestPendingMs: () => 0,
      isCrowded: () => false,
      close: () => Promise.resolve(),
    };
    const owner = new PartitionOwner(
      new LedgerWriter(appender, 0, writerId, claimOffset),
      new RequestQueue(() => undefined),
      {
        ...{
          writerId,
          claimOffset,
          claimedAtMs: 0,
          requestsFrom,
          requestsTo: requestsFrom,
          position,
        },
        ...{ controlFrom, controlTo: controlFrom },
        ...{ unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset },
      },
    );
    const read = { requestsRead: requestsFrom, commandsRead: controlFrom };
    return { owner, isNewer, running: new Map(), ...read };
  }

  /** The member is gone, or learns too late that it lost its membership. Another takes over. */
  takeOver(isNewer = this.#member.isNewer): void {
    this.#ghost = this.#member;
    this.#member = this.#claim(isNewer);
  }

  /** A holder that lost the partition claims it. Its records count until the member sees that. */
  claimLate(): void {
    if (this.#ghost !== null) this.#ghost = this.#claim(this.#ghost.isNewer);
  }

  isInForce({ owner }: Holder): boolean {
    return owner.writer.claimOffset === this.#claims.at(-1);
  }

  holder(isGhost: boolean): Holder {
    return (isGhost ? this.#ghost : null) ?? this.#member;
  }

  /** A holder that reads a foreign claim stops. The member claims again. */
  readTail(of: Holder): void {
    if (this.isInForce(of)) of.owner.tail.read(this.ledger.length);
    else if (of === this.#member) this.#member = this.#claim(of.isNewer);
    else this.#ghost = null;
  }

  commit(): void {
    const { requests, commands } = this.#member.owner.confirmed();
    this.committed = {
      offset: requests.offset,
      metadata: encodePosition(requests.position),
      commands: commands.offset,
      commandsMetadata: commands.position === null ? '' : encodePosition(commands.position),
    };
  }

  /** A writer with an old claim records events of an execution it may never have had: all void. */
  haunt(executionId: string | undefined, pick: number): void {
    const claimOffset = this.#claims[pick % Math.max(1, this.#claims.length - 1)];
    if (this.#claims.length < 2 || executionId === undefined) return;
    const of = identity(executionId, executionId);
    const events = [
      ['ExecutionStarted', executionStarted(of, { sequence: 1, requestOffset: pick })],
      ['BlockCompleted', blockCompleted(executionId, 2, 'b2')],
      ['ExecutionCompleted', executionCompleted(of, 99)],
    ] as const;
    const [type, data] = events[pick % events.length] ?? events[0];
    const marks = { [headers.eventType]: type, [headers.claimOffset]: String(claimOffset) };
    const value = encodeRecord(type, data as never);
    this.#append({ topic: topics.events, key: executionId, value, headers: marks }, false);
  }
}
