/** The criteria of a run, as lists of violations: a run passes if all lists are empty. Pure. */
import type { StubCall } from '../support/counting-stub.js';
import type { HappenedFault } from './faults.js';
import { endsOf, stepKey, type LedgerContents, type StoredEvent } from './ledger.js';
import type { SentRequest } from './load.js';
import { mostAtOnce } from './places.js';
import type { ReceivedWebhook } from './subscriber.js';

export interface Evidence {
  readonly sent: readonly SentRequest[];
  readonly faults: readonly HappenedFault[];
  readonly calls: readonly StubCall[];
  readonly ledger: LedgerContents;
  /** Concurrency limit by workflow id, for the workflows that have one. */
  readonly limits: ReadonlyMap<string, number>;
  /** Execution ids of the ended log rows, once per row. */
  readonly logRows: readonly string[];
  readonly webhooks: readonly ReceivedWebhook[];
  /** States of all deliveries in the read model, by id. */
  readonly deliveries: ReadonlyMap<string, string>;
  readonly readModelDifferences: readonly string[];
}

export interface Verdict {
  readonly acknowledged: number;
  /** Executions whose requests were not answered 2xx. */
  readonly unacknowledged: number;
  /**
   * Executions without an end, log row, completion or webhook; results without a public step;
   * deliveries that did not succeed.
   */
  readonly lost: readonly string[];
  /**
   * Two ends, rows, completions or deliveries; two executions of one request; two public steps of
   * one result.
   */
  readonly duplicated: readonly string[];
  /** Calls repeated although no fault excuses it, under another key, or after a recorded result. */
  readonly wrongCalls: readonly string[];
  /** Calls repeated because a fault caught the first one: allowed, with the same key. */
  readonly repeatedCalls: number;
  /** Calls of a resumed frozen process after the result was recorded: the documented exception. */
  readonly callsOfZombies: number;
  /** Webhooks repeated with another body, or after acceptance although no fault excuses it. */
  readonly wrongWebhooks: readonly string[];
  /** Accepted webhooks sent again because a fault prevented recording the acceptance. */
  readonly repeatedWebhooks: number;
  readonly readModelDifferences: readonly string[];
  /** Workflows that exceeded their concurrency limit. */
  readonly overLimit: readonly string[];
  /** Executions quarantined for deaths of runners that the test itself killed. */
  readonly quarantined: readonly string[];
}

/**
 * A takeover and the work it restarts may lag the fault by this much: session, rebalance, replay.
 */
const takeoverMs = 15_000;
/** How long a resumed frozen process may still send requests that it checked before the freeze. */
const awakeningMs = 3_000;

const countOf = (items: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return counts;
};

function checkExecutions({ sent, ledger, logRows }: Evidence) {
  const lost: string[] = [];
  const duplicated: string[] = [];
  const rows = countOf(logRows);
  const completions = countOf(ledger.completions);
  const asked = new Set(ledger.requested);
  const acknowledged = new Set(sent.flatMap(({ executionId }) => executionId ?? []));
  const all = new Set([...asked, ...acknowledged, ...ledger.events.keys()]);
  const byNumber = new Map<string, string>();
  for (const executionId of all) {
    const counts = {
      ends: endsOf(ledger, executionId),
      rows: rows.get(executionId) ?? 0,
      completions: completions.get(executionId) ?? 0,
    };
    const found = `${executionId}: ${JSON.stringify(counts)}`;
    if (Math.min(...Object.values(counts)) < 1) lost.push(found);
    if (Math.max(...Object.values(counts)) > 1) duplicated.push(found);
    if (!asked.has(executionId)) duplicated.push(`${executionId}: nobody asked for it`);
    const number = ledger.numberOf.get(executionId) ?? '';
    const other = byNumber.get(number);
    if (other !== undefined)
      duplicated.push(`request ${number} became ${other} and ${executionId}`);
    byNumber.set(number, executionId);
  }
  const unacknowledged = [...all].filter((executionId) => !acknowledged.has(executionId)).length;
  return { acknowledged: acknowledged.size, unacknowledged, lost, duplicated };
}

/** Every recorded result must be exactly one public step. */
function checkSteps({ events, steps }: LedgerContents) {
  const published = countOf(steps);
  const recorded = [...events.values()].flatMap((of) =>
    of.flatMap(({ event }) =>
      event.type === 'BlockCompleted' ? [stepKey(event.data.executionId, event.data.sequence)] : [],
    ),
  );
  const known = new Set(recorded);
  return {
    lost: recorded.filter((key) => !published.has(key)).map((key) => `${key} was never published`),
    duplicated: [...published]
      .filter(([key, count]) => count > 1 || !known.has(key))
      .map(
        ([key, count]) =>
          `${key} published ${count} times, ${known.has(key) ? 'recorded' : 'not in the ledger'}`,
      ),
  };
}

const overlaps = (faults: readonly HappenedFault[], fromMs: number, untilMs: number): boolean =>
  faults.some((fault) => fault.fromMs <= untilMs && fault.untilMs + takeoverMs >= fromMs);

function recordedAt(events: readonly StoredEvent[], blockId: string): number | undefined {
  const recorded = events.find(
    ({ event }) => event.type === 'BlockCompleted' && event.data.blockId === blockId,
  );
  return recorded?.sentAtMs;
}

function checkCalls({ calls, faults, ledger }: Evidence) {
  const wrongCalls: string[] = [];
  let repeatedCalls = 0;
  let callsOfZombies = 0;
  const frozen = faults.filter(({ kind }) => kind === 'freeze runner');
  for (const [key, ofKey] of Map.groupBy(calls, ({ idempotencyKey }) => idempotencyKey)) {
    const [executionId = '', blockId = ''] = key.split(':');
    const recordedAtMs = recordedAt(ledger.events.get(executionId) ?? [], blockId);
    if (recordedAtMs === undefined) wrongCalls.push(`${key}: called, never recorded`);
    ofKey.forEach((call, index) => {
      const previous = ofKey[index - 1];
      if (previous !== undefined) {
        repeatedCalls += 1;
        if (!overlaps(faults, previous.receivedAtMs, call.receivedAtMs))
          wrongCalls.push(`${key}: called again without a fault`);
      }
      if (recordedAtMs === undefined || call.receivedAtMs <= recordedAtMs) return;
      const awakened = frozen.some(
        ({ untilMs }) =>
          call.receivedAtMs >= untilMs - awakeningMs && call.receivedAtMs <= untilMs + awakeningMs,
      );
      if (awakened) callsOfZombies += 1;
      else
        wrongCalls.push(`${key}: called ${call.receivedAtMs - recordedAtMs} ms after its result`);
    });
  }
  // Every recorded result of a call must have been called, under the key that belongs to it.
  for (const [executionId, events] of ledger.events) {
    for (const { event } of events) {
      if (event.type !== 'BlockCompleted' || event.data.blockType !== 'api') continue;
      const key = `${executionId}:${event.data.blockId}:${event.data.iteration}`;
      if (!calls.some(({ idempotencyKey }) => idempotencyKey === key))
        wrongCalls.push(`${key}: recorded, never called`);
    }
  }
  return { wrongCalls, repeatedCalls, callsOfZombies };
}

function checkWebhooks({ webhooks, deliveries, ledger, faults }: Evidence) {
  const wrongWebhooks: string[] = [];
  let repeatedWebhooks = 0;
  for (const [deliveryId, ofDelivery] of Map.groupBy(webhooks, (webhook) => webhook.deliveryId)) {
    if (new Set(ofDelivery.map(({ bodyHash }) => bodyHash)).size > 1)
      wrongWebhooks.push(`${deliveryId}: two bodies`);
    ofDelivery.forEach(({ receivedAtMs }, index) => {
      const previous = ofDelivery[index - 1];
      if (previous?.accepted !== true) return;
      repeatedWebhooks += 1;
      if (!overlaps(faults, previous.receivedAtMs, receivedAtMs))
        wrongWebhooks.push(`${deliveryId}: sent again without a fault`);
    });
  }
  const accepted = Map.groupBy(
    webhooks.filter((webhook) => webhook.accepted),
    ({ executionId }) => executionId,
  );
  return {
    wrongWebhooks,
    repeatedWebhooks,
    lost: [
      ...ledger.completions.filter((id) => !accepted.has(id)).map((id) => `${id}: no webhook`),
      ...[...deliveries]
        .filter(([, state]) => state !== 'succeeded')
        .map(([deliveryId, state]) => `${deliveryId}: delivery is ${state}`),
    ],
    duplicated: [...accepted]
      .filter(([, of]) => new Set(of.map(({ deliveryId }) => deliveryId)).size > 1)
      .map(([executionId]) => `${executionId}: two deliveries`),
  };
}

function checkLimits({ ledger, limits }: Evidence): string[] {
  return [...limits]
    .map(([workflowId, limit]) => ({ limit, most: mostAtOnce(ledger, workflowId) }))
    .filter(({ limit, most }) => most > limit)
    .map(({ limit, most }) => `${most} at once where ${limit} may be`);
}

function checkQuarantines({ events }: LedgerContents): string[] {
  return [...events.values()].flatMap((of) =>
    of.flatMap(({ event }) =>
      event.type === 'ExecutionCompleted' && event.data.error?.code === 'QUARANTINED'
        ? [event.data.executionId]
        : [],
    ),
  );
}

export function judge(evidence: Evidence): Verdict {
  const executions = checkExecutions(evidence);
  const steps = checkSteps(evidence.ledger);
  const webhooks = checkWebhooks(evidence);
  return {
    ...executions,
    ...webhooks,
    lost: [...executions.lost, ...steps.lost, ...webhooks.lost],
    duplicated: [...executions.duplicated, ...steps.duplicated, ...webhooks.duplicated],
    ...checkCalls(evidence),
    overLimit: checkLimits(evidence),
    quarantined: checkQuarantines(evidence.ledger),
    readModelDifferences: evidence.readModelDifferences,
  };
}
