/** One chaos run from the first process to the verdict. */
import { createKafkaEventLog, type EventLog } from '@libs/event-log';
import pg from 'pg';
import { startCountingStub, type CountingStub } from '../support/counting-stub.js';
import { eventually } from '../support/eventually.js';
import { inject } from './faults.js';
import { keepOutputs, traceOf } from './forensics.js';
import { sessionTimeoutMs, startFleet, type Fleet } from './fleet.js';
import { endsOf, readLedger, resumedIn, type LedgerContents } from './ledger.js';
import { deployWorkflows, startLoad } from './load.js';
import { queuedIn } from './places.js';
import { differencesToRebuild } from './rebuild.js';
import { tableOf } from './report.js';
import { randomFrom, scheduleOf, type FaultKind } from './schedule.js';
import { startSubscriber } from './subscriber.js';
import { judge, type Verdict } from './verdict.js';

export interface ChaosOptions {
  readonly seed: number;
  readonly seconds: number;
  /** All five apps in each process. */
  readonly together: boolean;
  /** Each process has its own clock, wrong by at most this much, either way. */
  readonly clocksMs: number;
  readonly gapMs: readonly [number, number];
  readonly kinds: readonly FaultKind[];
}

export interface ChaosResult {
  readonly verdict: Verdict;
  /** Executions that parked and resumed. */
  readonly resumed: number;
  /** Executions that waited for a concurrency slot before they began. */
  readonly queued: number;
  readonly table: string;
  readonly unexpectedEnds: readonly string[];
}

const settleMs = 90_000;
const shownExecutions = 5;

/** Slow enough that faults catch calls in flight. */
function answerSlowly(stub: CountingStub, seed: number): void {
  const random = randomFrom(seed + 1);
  stub.answer((_, response) => {
    setTimeout(
      () => response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
      20 + random() * 300,
    );
  });
}

interface Projected {
  readonly logRows: readonly string[];
  readonly deliveries: ReadonlyMap<string, string>;
}

async function projected(databaseUrl: string): Promise<Projected> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const logs = await client.query<{ execution_id: string }>(
      'select execution_id from execution_log where ended_at is not null',
    );
    const deliveries = await client.query<{ id: string; state: string }>(
      'select id, state from delivery',
    );
    return {
      logRows: logs.rows.map((row) => row.execution_id),
      deliveries: new Map(deliveries.rows.map(({ id, state }) => [id, state])),
    };
  } finally {
    await client.end();
  }
}

/** Waits until nothing is missing; the verdict reports anything still missing after that. */
async function settled(fleet: Fleet, log: EventLog, withinMs: number): Promise<LedgerContents> {
  const isSettled = async (): Promise<boolean> => {
    const ledger = await readLedger(log);
    const { logRows, deliveries } = await projected(fleet.postgres.databaseUrl);
    const rows = new Set(logRows);
    const completed = new Set(ledger.completions);
    const succeeded = [...deliveries.values()].filter((state) => state === 'succeeded').length;
    return (
      succeeded === ledger.completions.length &&
      ledger.requested.every((id) => endsOf(ledger, id) > 0 && rows.has(id) && completed.has(id))
    );
  };
  await eventually('every execution has ended everywhere', isSettled, { withinMs }).catch(
    () => undefined,
  );
  return readLedger(log);
}

/** Shows only the first ones: lost executions usually share one cause. */
async function showWhatIsKnown({ lost }: Verdict, log: EventLog, fleet: Fleet): Promise<void> {
  if (lost.length === 0) return;
  const executions = new Set(lost.map((of) => of.slice(0, of.indexOf(':'))));
  for (const executionId of [...executions].slice(0, shownExecutions))
    process.stdout.write(await traceOf(log, fleet, executionId));
  process.stdout.write(await pendingDeliveries(fleet.postgres.databaseUrl));
  await keepAll(log, fleet);
}

/** The state of their fences and its age. */
async function pendingDeliveries(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(
      `select d.id, d.state, f.state as fence, f.step, f.attempts, f.due_at, f.lease_until, f.updated_at, now() as at
      from delivery d left join delivery_fence f on f.delivery_id = d.id where d.state <> 'succeeded' limit $1`,
      [shownExecutions],
    );
    return rows.map((row) => `${JSON.stringify(row)}\n`).join('');
  } finally {
    await client.end();
  }
}

async function keepAll(log: EventLog, fleet: Fleet): Promise<void> {
  process.stdout.write(`what the processes wrote: ${await keepOutputs(log, fleet)}\n`);
}

export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, seconds } = options;
  const [fleet, stub] = await Promise.all([startFleet(options), startCountingStub()]);
  const log = createKafkaEventLog({
    brokers: fleet.kafka.kafkaBrokers.split(','),
    clientId: 'chaos',
  });
  const closing: (() => Promise<void>)[] = [];
  try {
    answerSlowly(stub, seed);
    const deployed = await deployWorkflows(fleet, stub.url);
    const { webhooks, close } = await startSubscriber(fleet);
    closing.push(close);
    const load = startLoad(fleet, seed, deployed);
    const schedule = scheduleOf({ ...options, durationMs: seconds * 1000, sessionTimeoutMs });
    const faults = await inject(fleet, schedule);
    await load.finish();
    await fleet.allReady().catch(async (error: unknown) => {
      await keepAll(log, fleet);
      throw error;
    });
    // Under wrong clocks, due work may pass to another process with another clock, more than once.
    const ledger = await settled(fleet, log, settleMs + 4 * options.clocksMs);
    // Repeats caused by a fault may still be due; the projectors continue until they have read them
    // all.
    await Promise.all(fleet.members('delivery').map((member) => member.remove()));
    const verdict = judge({
      sent: load.sent,
      faults,
      calls: stub.calls,
      ledger,
      limits: deployed.limits,
      webhooks,
      ...(await projected(fleet.postgres.databaseUrl)),
      readModelDifferences: await differencesToRebuild(log, fleet.postgres.databaseUrl),
    });
    await showWhatIsKnown(verdict, log, fleet);
    const { unexpectedEnds } = fleet;
    const { superseded, poison } = ledger;
    const [resumed, queued] = [resumedIn(ledger), queuedIn(ledger)];
    const read = { superseded, poison, resumed, queued, webhooks: webhooks.length };
    const table = tableOf({
      seed,
      seconds,
      sent: load.sent,
      faults,
      verdict,
      unexpectedEnds,
      ...read,
    });
    return { verdict, resumed, queued, table, unexpectedEnds };
  } finally {
    await log.close();
    await fleet.stop();
    await stub.close();
    for (const close of closing) await close();
  }
}
