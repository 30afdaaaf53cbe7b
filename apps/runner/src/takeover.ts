/**
 * Taking over a ledger partition (design.md 3.2, 3.3): claim it in the log, then fold the log from the low watermark's place up
 * to the own claim. What comes out is every execution that had begun and not ended, and the ids of those that had ended.
 */
import { encodeRecord, groups, headers, topics, type PartitionClaimed } from '@libs/contracts';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { ExecutionEvent, ExecutionHistory } from '@libs/execution';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { engineVersion } from './engine-version.js';
import { LedgerFold } from './ledger-fold.js';
import { decodePlace, earlierPlace, type LedgerPlace } from './low-watermark.js';

export interface Takeover {
  readonly writerId: string;
  readonly claimOffset: number;
  /** Before the claim; wall clock of this process. */
  readonly claimedAtMs: number;
  /** Committed offset of the requests partition. */
  readonly requestsFrom: number;
  /** Its end at the claim: an earlier owner has begun nothing behind it. */
  readonly requestsTo: number;
  /** Committed offset of the control partition. */
  readonly controlFrom: number;
  /** Its end at the claim: orders before it were acknowledged before anything begins here. */
  readonly controlTo: number;
  readonly place: LedgerPlace;
  /** Begun and neither ended nor parked, by execution id. */
  readonly unfinished: ReadonlyMap<string, ExecutionHistory>;
  /** What woken executions have done since they parked. */
  readonly resumed: ReadonlyMap<string, readonly ExecutionEvent[]>;
  /** Have parked; their request may be read again. */
  readonly parked: ReadonlyMap<string, number>;
  /** Ended, and their request may be read again. */
  readonly ended: ReadonlySet<string>;
  /**
   * Offset of the youngest request that had begun: no later one can have events before the claim; -1 when none had, Infinity when
   * that can not be known.
   */
  readonly lastBegunOffset: number;
  /** The same of orders that had woken an execution. */
  readonly lastWokenOffset: number;
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
  const own = {
    topic: topics.events,
    partition,
    key: null,
    value: encodeRecord('PartitionClaimed', claimed),
    headers: marks,
  };
  const { offset } = await appender.append(own, { evenIfFull: true });
  const noted = {
    topic: topics.claims,
    key: String(partition),
    value: encodeRecord('PartitionClaimed', { ...claimed, claimOffset: offset }),
    headers: { ...marks, [headers.claimOffset]: String(offset) },
  };
  await appender.append(noted, { evenIfFull: true });
  return { writerId, claimOffset: offset };
}

export async function takeOver(
  eventLog: EventLog,
  appender: RecordAppender,
  partition: number,
  now: number,
): Promise<Takeover> {
  const { writerId, claimOffset } = await claim(appender, partition, now);
  const [requests, control, requestEnds, controlEnds] = await Promise.all([
    eventLog.admin.committed(groups.runner, topics.requests),
    eventLog.admin.committed(groups.runner, topics.control),
    eventLog.admin.endOffsets(topics.requests),
    eventLog.admin.endOffsets(topics.control),
  ]);
  const committed = requests.get(partition);
  const requestsFrom = committed?.offset ?? 0;
  const ordered = control.get(partition);
  const controlFrom = ordered?.offset ?? 0;
  const place = earlierPlace(decodePlace(committed?.metadata), ordered?.metadata);
  const fold = new LedgerFold(place.claimOffset, requestsFrom);
  await eventLog.readRange(
    { topic: topics.events, partition },
    place.offset,
    claimOffset,
    (records) => {
      for (const record of records) fold.apply(record);
    },
  );
  const { unfinished, resumed, parked, ended, frozen, lastBegunOffset, lastWokenOffset } = fold;
  return {
    writerId,
    claimOffset,
    claimedAtMs: now,
    requestsFrom,
    requestsTo: requestEnds.get(partition) ?? 0,
    controlFrom,
    controlTo: Math.max(controlFrom, controlEnds.get(partition) ?? 0),
    place,
    unfinished,
    resumed,
    parked,
    ended,
    lastBegunOffset,
    lastWokenOffset,
    frozen,
  };
}
