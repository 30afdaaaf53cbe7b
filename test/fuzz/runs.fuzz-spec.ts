/**
 * Schemathesis against the whole service, for the operations that run workflows: execute, trigger,
 * rerun and resume. The ids in paths are those of existing records; random ones would only be
 * rejected.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from '../support/cluster.js';
import { eventually } from '../support/eventually.js';
import { installSchemathesis, type Schemathesis } from './schemathesis.js';

const seconds = Number(process.env['FUZZ_SECONDS'] ?? 300);
const timeoutMs = 900_000;
const path = 'fuzzed';

let cluster: Cluster;
let schemathesis: Schemathesis;

beforeAll(async () => {
  cluster = await startCluster(undefined, { FLOWLEDGER_SYNC_TIMEOUT_MS: '5000' });
  schemathesis = await installSchemathesis();
}, timeoutMs);
afterAll(async () => {
  await cluster.stop();
  await schemathesis.remove();
}, timeoutMs);

const hook = {
  id: 'hook',
  type: 'webhook',
  name: 'Webhook',
  config: { path, methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] },
};
const answer = {
  id: 'answer',
  type: 'response',
  name: 'Answer',
  config: { status: 200, body: { got: '<webhook.body>', asked: '<webhook.query>' } },
};
const approval = { id: 'approve', type: 'approval', name: 'Approve', config: {} };

async function deploy(definition: object): Promise<string> {
  const created = await cluster.api.call('POST', '/api/v1/workflows', { name: 'w', definition });
  expect([created.status, created.text]).toEqual([201, expect.any(String)]);
  const id = created.json.data.id as string;
  expect((await cluster.api.call('POST', `/api/v1/workflows/${id}/deploy`)).status).toBe(200);
  return id;
}

async function waiting(workflowId: string): Promise<string> {
  const begun = await cluster.api.call(
    'POST',
    `/api/v1/workflows/${workflowId}/execute`,
    {},
    { 'x-execution-mode': 'async' },
  );
  const id = begun.json.data.executionId as string;
  await eventually('it waits for its approval', async () => {
    const { json } = await cluster.api.call('GET', `/api/v1/executions/${id}`);
    return json?.data?.status === 'paused';
  });
  return id;
}

/** Path parameters by operation, as Schemathesis settings. */
const settingsOf = (values: Readonly<Record<string, Readonly<Record<string, string>>>>): string =>
  Object.entries(values)
    .map(([operation, parameters]) => {
      const pairs = Object.entries(parameters).map(
        ([name, value]) => `"path.${name}" = "${value}"`,
      );
      return `[[operations]]\ninclude-operation-id = "${operation}"\nparameters = { ${pairs.join(', ')} }\n`;
    })
    .join('\n');

describe('the operations that run workflows, under a fuzzer', () => {
  it(
    'answer as documented and never with 5xx',
    async () => {
      const answering = await deploy({
        blocks: [hook, answer],
        edges: [{ from: 'hook', to: 'answer' }],
      });
      const approved = await deploy({
        blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }, approval],
        edges: [{ from: 'start', to: 'approve' }],
      });
      const [execution, byToken] = [await waiting(approved), await waiting(approved)];
      const triggers = ['', 'ByGet', 'ByPut', 'ByPatch', 'ByDelete'];
      const token = (await cluster.api.triggerPath(path)).split('/').at(-2) ?? '';
      await schemathesis.fuzz({
        url: cluster.api.baseUrl,
        apiKey: cluster.apiKey,
        phases: 'examples,coverage,fuzzing',
        seconds,
        operations: [
          '--include-operation-id-regex',
          '^(executeWorkflow|triggerWorkflow.*|rerunExecution|resumeExecution|resumeByToken)$',
        ],
        settings: settingsOf({
          executeWorkflow: { id: answering },
          ...Object.fromEntries(triggers.map((by) => [`triggerWorkflow${by}`, { token, path }])),
          rerunExecution: { id: execution },
          resumeExecution: { id: execution },
          resumeByToken: { executionId: byToken },
        }),
      });
      for (const app of cluster.apps.values())
        expect((await fetch(`${app.url}/health/ready`)).status).toBe(200);
    },
    timeoutMs,
  );
});
