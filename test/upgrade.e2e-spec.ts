/**
 * A rolling upgrade from the newest release to this checkout, with executions in flight and parked:
 * readers first, then the runners one by one, then the api, as docs/operations/deploying.md says.
 * Without git history the old side is this checkout too, so it is a rolling restart.
 * `RECORD_HISTORIES=<release>` stores the ledger's final contents.
 */
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { recordHistories } from './histories/record.js';
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
import { buildRelease, latestRelease, type Build } from './support/other-builds.js';
import type { AppName, RunningApp } from './support/processes.js';
import {
  expectEachOnce,
  startRollingInstallation,
  type RollingInstallation,
} from './support/rolling-installation.js';

const recording = process.env['RECORD_HISTORIES'];
const commit = recording === undefined ? latestRelease() : null;
const patient = { withinMs: 120_000 };

let old: Build | null = null;
let installation: RollingInstallation;

beforeAll(async () => {
  if (commit !== null) old = buildRelease(commit);
  installation = await startRollingInstallation(old);
}, 300_000);

afterAll(async () => {
  await installation.stop();
  old?.remove();
}, 120_000);

describe(`an upgrade from ${commit ?? 'this checkout'}`, () => {
  it('loses and repeats no execution, and runs new work meanwhile', async () => {
    const { api, stub, start, environment } = installation;
    const answers = answerScenarios(stub);
    answers.hold();
    const readers = ['projector', 'relay', 'delivery'] as const;
    const before = new Map<AppName, RunningApp>();
    for (const name of readers) before.set(name, await start(name, old));
    const oldApi = await start('api', old);
    const runners = [await start('runner', old), await start('runner', old)];
    await deployScenarios({ api }, stub);
    const begun = await beginScenarios({ api });
    for (const name of ['approval', 'cancelled'])
      await reaches({ api }, begun.get(name) ?? '', 'paused');
    await eventually(
      'a call is in flight',
      () => callsOf(stub, begun.get('held') ?? '', 'one').length > 0,
      patient,
    );

    await installation.migrate(null);
    for (const name of readers) {
      await before.get(name)?.kill('SIGTERM');
      await start(name, null);
    }
    await runners[0]?.kill('SIGTERM');
    await start('runner', null);
    const meanwhile = await beginScenarios({ api });
    await runners[1]?.kill('SIGTERM');
    await start('runner', null);
    await oldApi.kill('SIGTERM');
    await start('api', null);
    answers.release();

    for (const executions of [begun, meanwhile]) {
      await answerWaits({ api }, stub, executions);
      for (const { name, ends } of scenarios)
        await reaches({ api }, executions.get(name) ?? '', ends);
    }
    await expectEachOnce(installation, [...begun.values(), ...meanwhile.values()]);
    if (recording !== undefined) await recordHistories(recording, environment, begun, stub.url);
  }, 600_000);
});
