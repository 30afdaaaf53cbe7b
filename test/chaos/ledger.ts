/** The final contents of the topics, as one of our own consumers reads them. */
import { decodeRecord, delayTiers, groups, poisonTopicOf, topics } from '@libs/contracts';
import type { EventLog, ReceivedRecord } from '@libs/event-log';
import { noClaim, readLedgerRecord, type LedgerEvent } from '@libs/ledger';

export interface StoredEvent {
  readonly event: LedgerEvent;
  /**
   * When the writer sent it or, under wrong clocks, when the broker received it; Date.now() of this
   * machine.
   */
  readonly sentAtMs: number;
}

export interface LedgerContents {
  /** Execution ids of all requests in log order: a repeated request appears twice. */
  readonly requested: readonly string[];
  /** The load's request number by execution id, from the trigger's input. */
  readonly numberOf: ReadonlyMap<string, string>;
  /** Admitted events by execution id. */
  readonly events: ReadonlyMap<string, readonly StoredEvent[]>;
  /** Records of superseded writers, which are void. */
  readonly superseded: number;
  /** Executions of all public completions, read_committed. */
  readonly completions: readonly string[];
  /** `stepKey` of all public steps, read_committed. */
  readonly steps: readonly string[];
  /** Number of records in the poison topics and dead letters. */
  readonly poison: number;
}

export const stepKey = (executionId: string, sequence: number): string =>
  `${executionId}: step ${sequence}`;

/** Converts a record to the format that this checkout reads. */
type Translation = (record: ReceivedRecord) => ReceivedRecord;

async function readAll(
  log: EventLog,
  topic: string,
  onRecord: (record: ReceivedRecord) => void,
): Promise<void> {
  for (const [partition, end] of await log.admin.endOffsets(topic))
    await log.readRange({ topic, partition }, 0, end, (records) => records.forEach(onRecord));
}

async function readEvents(
  log: EventLog,
  translate: Translation,
): Promise<Pick<LedgerContents, 'events' | 'superseded'>> {
  const events = new Map<string, StoredEvent[]>();
  const claims = new Map<number, number>();
  let superseded = 0;
  await readAll(log, topics.events, (received) => {
    const record = translate(received);
    const reading = readLedgerRecord(claims.get(record.partition) ?? noClaim, record);
    claims.set(record.partition, reading.claimInForce);
    if (reading.kind === 'superseded') superseded += 1;
    if (reading.kind !== 'event' || reading.event.type === 'PartitionClaimed') return;
    const { executionId } = reading.event.data;
    const stored = { event: reading.event, sentAtMs: record.timestampMs };
    events.set(executionId, [...(events.get(executionId) ?? []), stored]);
  });
  return { events, superseded };
}

/** @param translate needed if the topics hold records of other releases */
export async function readLedger(
  log: EventLog,
  translate: Translation = (record) => record,
): Promise<LedgerContents> {
  const requested: string[] = [];
  const numberOf = new Map<string, string>();
  await readAll(log, topics.requests, (record) => {
    const decoded = decodeRecord(translate(record).value);
    if (decoded.type !== 'ExecutionRequested') return;
    const { executionId, input } = decoded.data;
    requested.push(executionId);
    numberOf.set(executionId, /"n(\d+)"/.exec(input)?.[1] ?? '');
  });
  const completions: string[] = [];
  await readAll(log, topics.completed, (record) => {
    const decoded = decodeRecord(record.value);
    if (decoded.type === 'WorkflowExecutionCompleted') completions.push(decoded.data.executionId);
  });
  const steps: string[] = [];
  await readAll(log, topics.steps, (record) => {
    const decoded = decodeRecord(record.value);
    if (decoded.type === 'WorkflowStepCompleted')
      steps.push(stepKey(decoded.data.executionId, decoded.data.sequence));
  });
  let poison = 0;
  const deadLetters = [
    groups.runner,
    groups.relay,
    groups.projectorExecutions,
    groups.projectorDeliveries,
    groups.deliveryFanout,
    groups.deliverySender,
    ...delayTiers.map(({ name }) => groups.deliveryDelay(name)),
  ].map(poisonTopicOf);
  for (const topic of [...deadLetters, topics.deliveryDead])
    await readAll(log, topic, () => (poison += 1));
  return { requested, numberOf, completions, steps, poison, ...(await readEvents(log, translate)) };
}

const has = (events: readonly StoredEvent[], type: string): boolean =>
  events.some(({ event }) => event.type === type);

/** Executions that were parked and resumed at least once. */
export const resumedIn = ({ events }: LedgerContents): number =>
  [...events.values()].filter((of) => has(of, 'ExecutionParked') && has(of, 'ExecutionResumed'))
    .length;

export const endsOf = (contents: LedgerContents, executionId: string): number =>
  (contents.events.get(executionId) ?? []).filter(
    ({ event }) => event.type === 'ExecutionCompleted',
  ).length;
