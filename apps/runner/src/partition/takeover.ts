/**
 * Takes over a ledger partition: claims it in the log, then folds the log from the low watermark's
 * position up to that claim. The result is every execution that had started and not ended, and the
 * ids of those that had ended.
 */
import { groups, recordOf, topics, type PartitionClaimed } from '@libs/contracts';
import type { EventLog, RecordAppender } from '@libs/event-log';
import type { ExecutionEvent, ExecutionHistory } from '@libs/execution';
import { decodePosition, earlierPosition, type LedgerPosition } from '@libs/ledger';
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { engineVersion } from '../execution/execution-boundaries.js';
import { LedgerFold } from './ledger-fold.js';

export interface Takeover {
  readonly writerId: string;
  readonly claimOffset: number;
  /** Taken before the claim, by the wall clock of this process. */
  readonly claimedAtMs: number;
  /** Committed offset of the requests partition. */
  readonly requestsFrom: number;
  /** End of the requests partition at the claim: an earlier owner started nothing after it. */
  readonly requestsTo: number;
  /** Committed offset of the control partition. */
  readonly controlFrom: number;
  /** End of the control partition at the claim: commands before it are read before work starts. */
  readonly controlTo: number;
  readonly position: LedgerPosition;
  /** Started and neither ended nor parked, by execution id. */
  readonly unfinished: ReadonlyMap<string, ExecutionHistory>;
  /** Events of woken executions since they parked. */
  readonly resumed: ReadonlyMap<string, readonly ExecutionEvent[]>;
  /** Parked, with the sequence of the last pause. Their request may be read again. */
  readonly parked: ReadonlyMap<string, number>;
  /** Ended. Their request may be read again. */
  readonly ended: ReadonlySet<string>;
  /**
   * Highest offset of a request that had begun: no later one has events before the claim. -1: none
   * had begun, Infinity: it can't be known.
   */
  readonly lastBegunOffset: number;
  /** The same for commands that had woken an execution. */
  readonly lastWokenOffset: number;
  /** Not to be touched: their history holds events of a newer engine. */
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
  const inLedger = { topic: topics.events, partition, key: null };
  const { offset } = await appender.append(
    { ...recordOf('PartitionClaimed', claimed), ...inLedger },
    { evenIfFull: true },
  );
  const noted = recordOf('PartitionClaimed', { ...claimed, claimOffset: offset });
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
  const commands = control.get(partition);
  const controlFrom = commands?.offset ?? 0;
  const position = earlierPosition(decodePosition(committed?.metadata), commands?.metadata);
  const fold = new LedgerFold(position.claimOffset, requestsFrom);
  await eventLog.readRange(
    { topic: topics.events, partition },
    position.offset,
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
    position,
    unfinished,
    resumed,
    parked,
    ended,
    lastBegunOffset,
    lastWokenOffset,
    frozen,
  };
}
