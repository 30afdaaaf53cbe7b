/**
 * A rolling upgrade from the newest release to this checkout, with executions in flight and parked:
 * readers first, then the runners one by one, then the api, as docs/operations/deploying.md says.
 * Afterwards a trigger URL of that release is still in use.
 * Without git history the old side is this checkout too, so it is a rolling restart.
 * `RECORD_HISTORIES=<release>` stores the ledger's final contents.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
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
import type { Answer } from './support/api-client.js';
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
/** Answer to a call with a key, before the upgrade. */
let keyed = '';

const order = { id: 'keyed' };
const key = { 'idempotency-key': 'order-1' };
const oldUrl = '/api/webhooks/trigger/order';

const executionOf = ({ headers }: Answer): string => headers.get('x-execution-id') ?? '';

/** Only a release before this one makes them. */
async function insertOldUrl(): Promise<void> {
  const client = new pg.Client(installation.environment['DATABASE_URL']);
  await client.connect();
  await client.query(
    `insert into trigger_path (path, workflow_id, workspace_id, block_id)
     select 'order', id, workspace_id, 'hook' from workflow where webhook_path = 'order'`,
  );
  await client.end();
}

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
    keyed = executionOf(await api.trigger('order', order, key));
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
    await expectEachOnce(installation, [keyed, ...begun.values(), ...meanwhile.values()]);
    if (recording !== undefined) await recordHistories(recording, environment, begun, stub.url);
  }, 600_000);

  it('keeps a trigger URL of that release, which counts its calls, until its owner retires it', async () => {
    const { api } = installation;
    if (commit === null) await insertOldUrl();
    const workflows = await api.call('GET', '/api/v1/workflows?limit=1000');
    const { id, workspaceId, triggerUrl } = (
      workflows.json.data as { id: string; workspaceId: string; triggerUrl: string }[]
    ).find((workflow) => workflow.triggerUrl.endsWith('/order'))!;
    const { pathname: newUrl } = new URL(triggerUrl);
    expect(newUrl).toMatch(/^\/api\/webhooks\/trigger\/[A-Za-z0-9]{24}\/order$/);
    for (const url of [oldUrl, newUrl])
      expect(executionOf(await api.call('POST', url, order, key))).toBe(keyed);

    const list = `/api/v1/workspaces/${workspaceId}/old-trigger-urls`;
    const listed = await eventually('its call is counted', async () => {
      const { json } = await api.call('GET', list);
      const urls = json.data as { path: string; calls: number; workflowId: string }[];
      return urls.find(({ path, calls }) => path === 'order' && calls > 0);
    });
    expect(listed).toMatchObject({ calls: 1, workflowId: id });

    expect((await api.call('DELETE', `${list}/order`)).status).toBe(204);
    expect((await api.call('POST', oldUrl, order, key)).status).toBe(404);
    expect(executionOf(await api.call('POST', newUrl, order, key))).toBe(keyed);
  }, 120_000);
});
