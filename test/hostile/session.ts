/**
 * A world that survives findings: runs scenarios one after the other, judges each, restarts dead
 * processes and checks whether they die again. A world that does not recover is replaced.
 */
import type { TestDatabase } from '../support/stack.js';
import { attack, cancelAll, readBack } from './attack.js';
import { familyFindings, openAmong } from './family.js';
import type { Finding } from './finding.js';
import { p99 } from './percentile.js';
import { Peaks } from './peaks.js';
import { probeKinds, startProbe, victimDefinition, type Probe } from './probe.js';
import type { Scenario } from './scenario.js';
import {
  judge,
  lastLines,
  ownMs,
  sharesOf,
  slowNeighbours,
  type Baseline,
  type Share,
} from './verdict.js';
import { startSink } from './sink.js';
import { openTurns } from './turn-log.js';
import { send } from './wire.js';
import { appNames, startWorld, type World } from './world.js';

const baselineMs = 4_000;
/** A turn is judged after it has ended, and its profile is read slightly later. */
const settleMs = 500;
const drainMs = 4_000;
/** Most long turns end within this; a turn that does not is judged unfinished. */
const openTurnMs = 30_000;
/** A takeover waits for the dead process's session to expire. */
const againMs = 20_000;
const healthyWithinMs = 60_000;

export interface Outcome {
  readonly scenario: Scenario;
  readonly findings: readonly Finding[];
  /** Shares of the answers that the neighbour got meanwhile. */
  readonly shares: readonly Share[];
  readonly refusal: string | null;
  readonly statuses: readonly (number | null)[];
}

export interface Session {
  readonly peaks: Peaks;
  /** @param mostShare allowed for the slowest of the neighbour's answers; default 1 */
  run(scenario: Scenario, mostShare?: number): Promise<Outcome>;
  /**
   * Restarts every process and judges the restart; also reports acknowledged executions that have
   * not ended.
   */
  finish(): Promise<readonly Finding[]>;
  stop(): Promise<void>;
}

interface Stage {
  readonly world: World;
  readonly probe: Probe;
  readonly baseline: Baseline;
  readonly acknowledged: string[];
}

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function until(probe: () => Promise<boolean>, withinMs: number): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    if (await probe().catch(() => false)) return true;
    await pause(100);
  }
  return false;
}

/** @returns the URL of its trigger */
async function deployVictim(world: World): Promise<string> {
  const to = { ...world, ...world.victim, workflowId: '', triggerPath: '' };
  const post = (path: string, body?: unknown): ReturnType<typeof send> =>
    send({ method: 'POST', headers: [], target: { kind: 'path', path, withKey: true }, body }, to);
  const created = await post('/api/v1/workflows', { name: 'Victim', definition: victimDefinition });
  const id = /"id":"([0-9a-f-]{36})"/.exec(created.text)?.[1] ?? '';
  const deployed = await post(`/api/v1/workflows/${id}/deploy`);
  const url = /"triggerUrl":"([^"]+)"/.exec(created.text)?.[1];
  if (deployed.status !== 200 || url === undefined)
    throw new Error(`the victim has no workflow: ${created.text}`);
  return world.baseUrl + new URL(url).pathname;
}

/** Sends the results of the hostile tenant's workflows as webhooks, with output and trace spans. */
async function subscribe(world: World, url: string): Promise<void> {
  const to = { ...world, ...world.hostile, workflowId: '', triggerPath: '' };
  const created = await send(
    {
      ...{ method: 'POST', headers: [] },
      target: { kind: 'path', path: '/api/v1/subscriptions', withKey: true },
      body: { url, includeFinalOutput: true, includeTraceSpans: true },
    },
    to,
  );
  if (created.status !== 201) throw new Error(`the hostile tenant has no webhook: ${created.text}`);
}

async function stage(template: TestDatabase, sink: string): Promise<Stage> {
  const world = await startWorld(template, sink);
  const victimUrl = await deployVictim(world);
  await subscribe(world, sink);
  const probe = startProbe(world, victimUrl);
  // The first calls compile code and fill caches.
  await until(() => Promise.resolve(probe.samples.length > 4 * probeKinds.length), healthyWithinMs);
  const from = Date.now();
  await pause(baselineMs);
  const alone = probe.samples.filter(({ at }) => at >= from);
  const machine = await world.machine();
  const [workflow, logs, live, ready] = probeKinds.map((kind) =>
    p99(alone.filter((sample) => sample.kind === kind).map((sample) => ownMs(sample, machine))),
  ) as [number, number, number, number];
  const baseline = { workflow, logs, live, ready };
  return { world, probe, baseline, acknowledged: [] };
}

/** All four kinds answer 200 again. */
const isHealthy = async ({ probe }: Stage): Promise<boolean> => {
  const since = Date.now();
  return until(() => {
    const fresh = probe.samples.filter(({ at, status }) => at >= since && status === 200);
    return Promise.resolve(probeKinds.every((kind) => fresh.some((one) => one.kind === kind)));
  }, healthyWithinMs);
};

async function diesAgain({ world }: Stage): Promise<Finding[]> {
  const from = world.ends.length;
  const started = await world.restart();
  if (started) await until(() => Promise.resolve(world.ends.length > from), againMs);
  return world.ends.slice(from).map(({ app, output }) => ({
    kind: 'ended again after a restart',
    app,
    detail: lastLines(output),
  }));
}

async function hasNoOpenTurn(world: World, sinceMs: number): Promise<boolean> {
  const logs = await Promise.all(appNames.map((name) => world.turnsOf(name)));
  return logs.every((log) => openTurns(log).every(({ at }) => at < sinceMs));
}

async function runOn(current: Stage, scenario: Scenario, mostShare: number): Promise<Outcome> {
  const { world, probe, baseline } = current;
  const fromMs = Date.now();
  const { answers, executionIds, refusal, findings } = await attack(world, scenario);
  const family: Finding[] = [];
  if (scenario.cancels === true && executionIds.length > 0) {
    await pause(drainMs);
    await cancelAll(world, executionIds);
    family.push(...(await familyFindings(world, fromMs, Date.now())));
  } else {
    current.acknowledged.push(...executionIds);
    await until(async () => (await openAmong(world, executionIds)).length === 0, drainMs);
  }
  const reads = await readBack(world, executionIds);
  const isAtRest = async (): Promise<boolean> =>
    world.ends.some(({ at }) => at >= fromMs) || (await hasNoOpenTurn(world, fromMs));
  await until(isAtRest, openTurnMs);
  await pause(settleMs);
  // A new long turn may have begun meanwhile.
  await until(isAtRest, openTurnMs);
  const toMs = Date.now();
  const samples = probe.samples.filter(({ at, ms }) => at < toMs && at + ms > fromMs);
  const judgeNow = async (): Promise<Finding[]> =>
    judge(world, { fromMs, toMs }, await world.machine(), samples);
  let judged = await judgeNow();
  if (judged.length > 0) {
    // A turn that was noted while it ran is judged by its CPU time once it has ended.
    await until(isAtRest, openTurnMs);
    judged = await judgeNow();
  }
  const machine = await world.machine();
  const shares = sharesOf(samples, baseline, machine);
  return {
    scenario,
    refusal,
    statuses: answers.map(({ status }) => status),
    shares,
    findings: causesOf([
      ...judged,
      ...slowNeighbours(shares, mostShare),
      ...family,
      ...findings,
      ...reads,
    ]),
  };
}

/** The end of a process explains all other findings. */
function causesOf(findings: readonly Finding[]): readonly Finding[] {
  const ends = findings.filter(({ kind }) => kind === 'process ended');
  return ends.length > 0 ? ends : findings;
}

export async function startSession(template: TestDatabase): Promise<Session> {
  const sink = await startSink();
  let current = await stage(template, sink.url);
  const peaks = new Peaks();
  const end = async (): Promise<void> => {
    await peaks.add(current.world);
    await current.probe.stop();
    await current.world.stop();
  };
  const recover = async (findings: readonly Finding[]): Promise<readonly Finding[]> => {
    const hasEnded = findings.some(({ kind }) => kind === 'process ended');
    const again = hasEnded ? await diesAgain(current) : [];
    const isLost = findings.some(({ kind }) => kind.startsWith('family'));
    if (again.length > 0 || isLost || !(await isHealthy(current))) {
      await end();
      current = await stage(template, sink.url);
    }
    return again;
  };
  const run = async (scenario: Scenario, mostShare: number): Promise<Outcome> => {
    const outcome = await runOn(current, scenario, mostShare);
    if (outcome.findings.length === 0) return outcome;
    return { ...outcome, findings: [...outcome.findings, ...(await recover(outcome.findings))] };
  };
  /** Serializes runs, even if a caller has given up on one. */
  let former: Promise<unknown> = Promise.resolve();
  return {
    peaks,
    run: (scenario, mostShare = 1) => {
      const next = former.then(() => run(scenario, mostShare));
      former = next.catch(() => undefined);
      return next;
    },
    finish: async () => {
      const fromMs = Date.now();
      const again = await diesAgain(current);
      const { world, acknowledged } = current;
      await until(async () => (await openAmong(world, acknowledged)).length === 0, againMs);
      const open = await openAmong(world, acknowledged);
      const detail = `${open.length} of ${acknowledged.length} acknowledged executions: ${open.slice(0, 3).join(', ')}`;
      const span = { fromMs, toMs: Date.now() };
      const blocking = await judge(world, span, await world.machine(), []);
      const lost = open.length === 0 ? [] : [{ kind: 'never ended' as const, detail }];
      return [...again, ...blocking.filter(({ kind }) => kind.endsWith('turn')), ...lost];
    },
    stop: async () => {
      await end();
      sink.close();
    },
  };
}
