/**
 * Taking over a ledger partition (design.md 3.2, 3.3): claim it in the log, then fold the log from the low watermark's place up
 * to the own claim. What comes out is every execution that had begun and not ended, and the ids of those that had ended.
 */
import { encodeRecord, groups, headers, topics, type PartitionClaimed } from '@libs/contracts';
import type { EventLog, ReceivedRecord, RecordAppender } from '@libs/event-log';
import { evolve, newHistory, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import { readLedgerRecord } from '@libs/ledger';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { engineVersion } from './engine-version.js';
import { decodePlace, type LedgerPlace } from './low-watermark.js';

export interface Takeover {
  readonly writerId: string;
  readonly claimOffset: number;
  /** Committed offset of the requests partition. */
  readonly requestsFrom: number;
  readonly controlFrom: number;
  readonly place: LedgerPlace;
  /** Begun and not ended, by execution id. */
  readonly unfinished: ReadonlyMap<string, ExecutionHistory>;
  /** Ended, and their request may be read again. */
  readonly ended: ReadonlySet<string>;
  /** Not to be touched: their history holds events from the future. */
  readonly frozen: ReadonlySet<string>;
}

async function claim(
  appender: RecordAppender,
  partition: number,
  now: number,
): Promise<{ writerId: string; claimOffset: number }> {
  const writerId = randomUUID();
  const claimed: PartitionClaimed = {
    partition,
    writerId,
    claimOffset: null,
    host: hostname(),
    engineVersion,
    claimedAt: now,
  };
  const marks = {
    [headers.eventType]: 'PartitionClaimed',
    [headers.eventId]: `claim:${writerId}`,
    [headers.writerId]: writerId,
  };
  const { offset } = await appender.append({
    topic: topics.events,
    partition,
    key: null,
    value: encodeRecord('PartitionClaimed', claimed),
    headers: marks,
  });
  await appender.append({
    topic: topics.claims,
    key: String(partition),
    value: encodeRecord('PartitionClaimed', { ...claimed, claimOffset: offset }),
    headers: { ...marks, [headers.claimOffset]: String(offset) },
  });
  return { writerId, claimOffset: offset };
}

/** The fold of a stretch of one ledger partition. */
class LedgerFold {
  readonly unfinished = new Map<string, ExecutionHistory>();
  readonly ended = new Set<string>();
  /** Executions with an event this engine does not know: going on would repeat effects (design.md 3.11). */
  readonly frozen = new Set<string>();
  #claimInForce: number;

  constructor(
    claimInForce: number,
    private readonly requestsFrom: number,
  ) {
    this.#claimInForce = claimInForce;
  }

  apply(record: ReceivedRecord): void {
    const reading = readLedgerRecord(this.#claimInForce, record);
    this.#claimInForce = reading.claimInForce;
    switch (reading.kind) {
      case 'event':
        if (reading.event.type !== 'PartitionClaimed') this.#fold(reading.event);
        return;
      case 'unknown':
        this.frozen.add(record.key ?? '');
        return;
      case 'superseded':
      case 'garbage':
        return;
    }
  }

  #fold(event: ExecutionEvent): void {
    const { executionId } = event.data;
    if (this.ended.has(executionId)) return;
    const history = evolve(this.unfinished.get(executionId) ?? newHistory(executionId), event);
    if (history.ended === null) {
      this.unfinished.set(executionId, history);
      return;
    }
    this.unfinished.delete(executionId);
    if ((history.started?.requestOffset ?? this.requestsFrom) >= this.requestsFrom)
      this.ended.add(executionId);
  }
}

export async function takeOver(
  eventLog: EventLog,
  appender: RecordAppender,
  partition: number,
  now: number,
): Promise<Takeover> {
  const { writerId, claimOffset } = await claim(appender, partition, now);
  const [requests, control] = await Promise.all([
    eventLog.admin.committed(groups.runner, topics.requests),
    eventLog.admin.committed(groups.runner, topics.control),
  ]);
  const committed = requests.get(partition);
  const requestsFrom = committed?.offset ?? 0;
  const place = decodePlace(committed?.metadata);
  const fold = new LedgerFold(place.claimOffset, requestsFrom);
  await eventLog.readRange(
    { topic: topics.events, partition },
    place.offset,
    claimOffset,
    (records) => {
      for (const record of records) fold.apply(record);
    },
  );
  const { unfinished, ended, frozen } = fold;
  const controlFrom = control.get(partition)?.offset ?? 0;
  return { writerId, claimOffset, requestsFrom, controlFrom, place, unfinished, ended, frozen };
}
