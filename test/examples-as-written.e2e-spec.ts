/**
 * The lines of examples/README.md, unchanged, against the service that `npm start` runs with its
 * demo: nothing is configured, no file is edited, and nothing outside this machine is called.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createApiClient, type ApiClient } from './support/api-client.js';
import { eventually } from './support/eventually.js';
import { openExampleLines, type ExampleLines } from './support/example-lines.js';
import { createMigratedDatabase } from './support/migrated-database.js';
import {
  freePort,
  startApp,
  stopAllApps,
  temporaryDataDir,
  type RunningApp,
} from './support/processes.js';
import { startFreshKafka } from './support/stack.js';

const folder = join(import.meta.dirname, '../examples');
const closing: (() => Promise<unknown>)[] = [];
let app: RunningApp;
let api: ApiClient;
let workspaceId: string;
let lines: ExampleLines;

beforeAll(async () => {
  const [kafka, database, dataDir, port] = await Promise.all([
    startFreshKafka(),
    createMigratedDatabase(),
    temporaryDataDir(),
    freePort(),
  ]);
  closing.push(
    () => kafka.stop(),
    () => database.drop(),
    () => dataDir.remove(),
  );
  const environment = {
    KAFKA_BROKERS: kafka.kafkaBrokers,
    DATABASE_URL: database.url,
    DATA_DIR: dataDir.path,
    // As `npm start` sets it when HOST is loopback.
    EGRESS_ALLOW: '127.0.0.0/8,::1/128',
    PORT: String(port),
  };
  app = await startApp('standalone', environment);
  await eventually('the service says what to try', () => /^ready /m.test(app.output()), {
    withinMs: 60_000,
  });
  const stored = await readFile(join(dataDir.path, 'credentials.json'), 'utf8');
  const credentials = JSON.parse(stored) as { apiKey: string; workspaceId: string };
  workspaceId = credentials.workspaceId;
  api = createApiClient(app.url, credentials.apiKey);
  lines = await openExampleLines({ api, environment });
}, 240_000);

afterAll(async () => {
  await lines.remove();
  await stopAllApps('SIGKILL');
  await Promise.all(closing.map((close) => close()));
});

/** What the last line of an example prints. */
async function answerOf(file: string): Promise<unknown> {
  const printed = await lines.run(lines.of(file));
  return JSON.parse(printed.at(-1) ?? '') as unknown;
}

const statusesOf = async (name: string): Promise<string[]> => {
  const path = `/api/v1/logs?workspaceId=${workspaceId}&details=full`;
  const { json } = await api.call('GET', path);
  const entries = json.data as { status: string; workflow: { name: string } }[];
  return entries.filter(({ workflow }) => workflow.name === name).map(({ status }) => status);
};

describe('the examples as they are written', () => {
  it('have lines for every file of the folder', async () => {
    const files = (await readdir(folder)).filter((name) => /\.(json|yaml)$/.test(name));
    expect(files).toHaveLength(6);
    for (const file of files) expect(lines.of(file).length).toBeGreaterThan(0);
  });

  it('pass their own tests without a server', async () => {
    const [printed = ''] = await lines.run([
      'npm run -s workflow -- test examples/*.json examples/*.yaml',
    ]);
    expect(printed).toMatch(/^\d\d tests, 0 failed$/m);
  });

  it('summarise a webhook with the stand-in for a model', async () => {
    expect(await answerOf('webhook-summary.json')).toMatchObject({
      status: 'success',
      summary: expect.stringMatching(/^The stand-in read \d+ characters\.$/),
    });
  });

  it('let the model use a tool', async () => {
    expect(await answerOf('agent-tools.json')).toMatchObject({
      answer: expect.stringContaining('shipped'),
      toolCalls: [{ block: 'Find order', arguments: { orderId: '7' } }],
    });
  });

  it('accept an order', async () => {
    expect(await answerOf('order-fan-out.json')).toEqual({ status: 'accepted', lines: 2 });
  });

  it('report on the night', async () => {
    expect(await answerOf('nightly-report.yaml')).toMatchObject({ status: 'success' });
    expect(app.output()).toContain('chat: {"text":"2 orders, 2.5 euros"}');
  });

  it('pay what a person approves', async () => {
    expect(await answerOf('approval.json')).toHaveProperty('data');
    await eventually('it ends', async () =>
      (await statusesOf('Expense: a person decides')).includes('success'),
    );
  });

  it('poll a job until it is done', async () => {
    await answerOf('polling-loop.json');
    await eventually('the team is told', () => app.output().includes('The import j1 is done'), {
      withinMs: 60_000,
    });
  });
});
