/**
 * A rolling upgrade from this checkout to one with a newer record format, back, and forward again.
 * Api and runners are rolled back, the readers are not, as docs/operations/deploying.md says.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  answerScenarios,
  answerWaits,
  beginScenarios,
  callsOf,
  deployScenarios,
  reaches,
  scenarios,
} from './histories/scenarios.js';
import { eventually } from './support/eventually.js';
import { buildLater, type Build } from './support/other-builds.js';
import type { RunningApp } from './support/processes.js';
import {
  expectEachOnce,
  startRollingInstallation,
  type RollingInstallation,
} from './support/rolling-installation.js';

const patient = { withinMs: 120_000 };
const here = null;

let later: Build;
let installation: RollingInstallation;
let front: RunningApp[];

beforeAll(async () => {
  later = buildLater(['execution-requested', 'execution-started', 'block-completed']);
  installation = await startRollingInstallation(here);
}, 300_000);

afterAll(async () => {
  await installation.stop();
  later.remove();
}, 120_000);

/**
 * Replaces api and runners. Runners of an older build are not ready while they hold records of a
 * newer one.
 */
async function frontOf(build: Build | null, waitUntilReady: boolean): Promise<RunningApp[]> {
  // In parallel, because each waits for its calls in flight up to its time limit.
  await Promise.all(front.map((app) => app.kill('SIGTERM')));
  const runners = [1, 2].map(() => installation.start('runner', build, { waitUntilReady }));
  return (front = await Promise.all([installation.start('api', build), ...runners]));
}

const held = scenarios.filter(({ isHeld }) => isHeld);
const notHeld = scenarios.filter(({ isHeld }) => !isHeld);
const unattended = notHeld.filter(({ waitsFor }) => waitsFor === undefined);

/**
 * One execution per scenario: those that need no input have ended, the others are parked, and one
 * has its call in flight.
 */
async function beginSettled(): Promise<Map<string, string>> {
  const { api, stub } = installation;
  const begun = await beginScenarios(installation);
  const idOf = (name: string): string => begun.get(name) ?? '';
  for (const { name, ends } of unattended) await reaches({ api }, idOf(name), ends);
  for (const { name, waitsFor } of notHeld)
    if (waitsFor !== undefined) await reaches({ api }, idOf(name), 'paused');
  const isInFlight = (): boolean => callsOf(stub, idOf('held'), 'one').length > 0;
  await eventually('a call is in flight', isInFlight, patient);
  return begun;
}

async function answered(executions: ReadonlyMap<string, string>): Promise<void> {
  await answerWaits(installation, installation.stub, executions);
  for (const { name, ends } of notHeld)
    await reaches(installation, executions.get(name) ?? '', ends);
}

/** The process's readiness answer; empty while it is starting. */
const problemOf = async ({ url }: RunningApp): Promise<string> => {
  const answer = await fetch(`${url}/health/ready`).catch(() => undefined);
  return (await answer?.text()) ?? '';
};

describe('a rollback', () => {
  it('loses and repeats nothing while older runners hold unreadable records', async () => {
    const { stub, start } = installation;
    const answers = answerScenarios(stub);
    answers.hold();
    front = [];
    const readers = ['projector', 'relay', 'delivery'] as const;
    for (const name of readers) await start(name, later);
    await frontOf(here, true);
    await deployScenarios(installation, stub);
    const before = await beginSettled();

    await frontOf(later, true);
    const since = await beginSettled();

    const [, ...olderRunners] = await frontOf(here, false);
    await eventually(
      'a runner says that it holds something',
      async () => (await Promise.all(olderRunners.map(problemOf))).join().includes('newer engine'),
      patient,
    );
    const meanwhile = await beginSettled();
    // A parked state was folded by the runner that parked it, in a format that both builds read.
    await answered(before);
    await answered(since);

    await frontOf(later, true);
    await answered(meanwhile);
    const { length: heldCalls } = callsOf(stub, since.get('held') ?? '', 'one');
    expect(heldCalls).toBeGreaterThan(1);
    answers.release();
    const batches = [before, since, meanwhile];
    for (const executions of batches)
      for (const { name } of held)
        await reaches(installation, executions.get(name) ?? '', 'success');
    await expectEachOnce(
      installation,
      batches.flatMap((executions) => [...executions.values()]),
    );
    const calls = batches.map((executions) =>
      notHeld.map(
        ({ name }) =>
          stub.calls.filter(({ idempotencyKey }) =>
            idempotencyKey.startsWith(executions.get(name) ?? name),
          ).length,
      ),
    );
    expect(calls[1]).toEqual(calls[0]);
    expect(calls[2]).toEqual(calls[0]);
  }, 600_000);
});
