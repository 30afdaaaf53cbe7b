/**
 * For operators: the executions under way, from requests and ledger after the runners' low
 * watermarks. Only reads: it claims nothing and needs no projection. Parked executions are left
 * out, because they hold nothing.
 */
import { readRecord } from '@libs/consuming';
import { groups, topics, type ExecutionRequested } from '@libs/contracts';
import { partitionFor, type EventLog, type ReceivedRecord } from '@libs/event-log';
import {
  decodePosition,
  earlierPosition,
  type LedgerPosition,
  readLedgerRecord,
} from '@libs/ledger';
import { setTimeout as sleep } from 'node:timers/promises';
import { LedgerFold } from './ledger-fold.js';

const pollMs = 200;

export interface OpenExecution {
  readonly executionId: string;
  readonly state: 'requested' | 'running' | 'woken';
  /** Null for a woken execution, whose start is not in this range of the log. */
  readonly identity: Pick<
    ExecutionRequested,
    'workspaceId' | 'workflowId' | 'workflowName' | 'requestedAt'
  > | null;
}

interface Start {
  readonly requestsFrom: number;
  readonly ledger: LedgerPosition;
}

async function startsOf({ admin }: EventLog): Promise<(partition: number) => Start> {
  const [requests, control] = await Promise.all([
    admin.committed(groups.runner, topics.requests),
    admin.committed(groups.runner, topics.control),
  ]);
  return (partition) => {
    const committed = requests.get(partition);
    const position = decodePosition(committed?.metadata);
    return {
      requestsFrom: committed?.offset ?? 0,
      ledger: earlierPosition(position, control.get(partition)?.metadata),
    };
  };
}

/** Calls back while it reads, so that a long backlog is never in memory. */
export async function eachOpenExecution(
  eventLog: EventLog,
  found: (execution: OpenExecution) => void,
): Promise<void> {
  const [startOf, ledgerEnds, requestEnds] = await Promise.all([
    startsOf(eventLog),
    eventLog.admin.endOffsets(topics.events),
    eventLog.admin.endOffsets(topics.requests),
  ]);
  for (const [partition, ledgerEnd] of ledgerEnds) {
    const { requestsFrom, ledger } = startOf(partition);
    const fold = new LedgerFold(ledger.claimOffset, requestsFrom);
    await readTo(eventLog, topics.events, partition, ledger.offset, ledgerEnd, (record) =>
      fold.apply(record),
    );
    for (const [executionId, { started }] of fold.unfinished)
      found({ executionId, state: 'running', identity: started });
    for (const executionId of fold.resumed.keys())
      found({ executionId, state: 'woken', identity: null });
    const known = [fold.unfinished, fold.resumed, fold.ended, fold.parked];
    const requestsEnd = requestEnds.get(partition) ?? 0;
    await readTo(eventLog, topics.requests, partition, requestsFrom, requestsEnd, (record) => {
      const identity = requestIn(record);
      if (identity === null || known.some((ids) => ids.has(identity.executionId))) return;
      found({ executionId: identity.executionId, state: 'requested', identity });
    });
  }
}

/** The status in which it ended, by the ledger after the low watermark; null if not in time. */
export async function endOf(
  eventLog: EventLog,
  executionId: string,
  withinMs: number,
): Promise<string | null> {
  const deadline = performance.now() + withinMs;
  const { admin } = eventLog;
  const partition = partitionFor(executionId, (await admin.endOffsets(topics.events)).size);
  const start = (await startsOf(eventLog))(partition).ledger;
  let { offset, claimOffset: claim } = start;
  const found: { status: string | null } = { status: null };
  for (;;) {
    const end = (await admin.endOffsets(topics.events)).get(partition) ?? 0;
    await readTo(eventLog, topics.events, partition, offset, end, (record) => {
      const reading = readLedgerRecord(claim, record);
      claim = reading.claimInForce;
      if (reading.kind !== 'event' || reading.event.type !== 'ExecutionCompleted') return;
      const { data } = reading.event;
      if (data.executionId === executionId) found.status = data.status;
    });
    offset = Math.max(offset, end);
    if (found.status !== null || performance.now() >= deadline) return found.status;
    await sleep(pollMs);
  }
}

async function readTo(
  eventLog: EventLog,
  topic: string,
  partition: number,
  from: number,
  until: number,
  each: (record: ReceivedRecord) => void,
): Promise<void> {
  if (from >= until) return;
  await eventLog.readRange({ topic, partition }, from, until, (records) => records.forEach(each));
}

/** Null for garbage and for a record of a newer release. */
function requestIn(record: ReceivedRecord): ExecutionRequested | null {
  const reading = readRecord(record, ['ExecutionRequested']);
  return reading.kind === 'ok' ? reading.decoded.data : null;
}
