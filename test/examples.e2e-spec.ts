/** Every file of examples/, deployed as it is and run over HTTP; only the addresses of outside services are replaced. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { temporaryDataDir } from './support/processes.js';

interface Example {
  readonly name: string;
  readonly definition: { variables: Record<string, unknown> };
}

let cluster: Cluster;
let model: CountingStub;

beforeAll(async () => {
  [cluster, model] = await Promise.all([
    startCluster(['api', 'runner', 'projector']),
    startCountingStub(),
  ]);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await model.close();
}, 60_000);

async function deploy(file: string, variables: Readonly<Record<string, unknown>>): Promise<void> {
  const text = await readFile(join(root, 'examples', file), 'utf8');
  const example = JSON.parse(text) as Example;
  Object.assign(example.definition.variables, variables);
  const created = await cluster.api.call('POST', '/api/v1/workflows', example);
  expect(created.status).toBe(201);
  const deployed = await cluster.api.call(
    'POST',
    `/api/v1/workflows/${created.json.data.id}/deploy`,
  );
  expect(deployed.status).toBeLessThan(300);
}

const root = join(import.meta.dirname, '..');

/** What `npm run workflow -- …` runs, against this cluster. */
async function workflowCommand(...args: string[]): Promise<{ code: number; output: string }> {
  const program = join(root, 'dist/apps/standalone/src/workflow.js');
  const server = ['--url', cluster.api.baseUrl, '--key', cluster.apiKey];
  const child = spawn(process.execPath, [program, ...args, ...server]);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const code = await new Promise<number>((resolve) =>
    child.on('close', (status) => resolve(status ?? -1)),
  );
  return { code, output };
}

const setSecret = (name: string, value: string): Promise<unknown> =>
  cluster.api.call('PUT', `/api/v1/workspaces/${cluster.workspaceId}/secrets/${name}`, { value });

describe('examples', () => {
  it('webhook-summary: checks the caller, asks the model, answers; the cost is in the log (spec 1.2 and 5.6)', async () => {
    const answer = {
      model: 'gpt-4o-mini',
      choices: [{ message: { content: 'Two things.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 2_000_000, completion_tokens: 1_000_000 },
    };
    model.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
    );
    await setSecret('WEBHOOK_TOKEN', 'let me in');
    await setSecret('MODEL_KEY', 'k3y-of-the-model');
    await deploy('webhook-summary.json', { modelUrl: `${model.url}/v1` });
    const run = (token: string) =>
      cluster.api.call(
        'POST',
        '/api/webhooks/trigger/summarise',
        { order: 7 },
        { authorization: `Bearer ${token}` },
      );

    const refused = await run('something else');
    expect([refused.status, refused.json]).toEqual([
      401,
      { status: 'error', message: 'Unauthorized', timestamp: expect.any(String) },
    ]);
    expect(model.calls).toHaveLength(0);

    const accepted = await run('let me in');
    expect([accepted.status, accepted.json]).toEqual([
      200,
      { status: 'success', processed: true, summary: 'Two things.', timestamp: expect.any(String) },
    ]);
    expect(model.calls[0]?.headers.authorization).toBe('Bearer k3y-of-the-model');
    expect(model.calls[0]?.body).toContain('{\\"order\\":7}');

    const id = accepted.headers.get('x-execution-id');
    const logged = await eventually('the execution in the logs', async () => {
      const found = await cluster.api.call('GET', `/api/v1/logs/executions/${id}`);
      return found.status === 200 && found.json.executionMetadata.endedAt ? found : null;
    });
    expect(logged.json.executionMetadata.cost).toMatchObject({
      total: 0.9,
      tokens: { prompt: 2_000_000, completion: 1_000_000, total: 3_000_000 },
      models: { 'gpt-4o-mini': { input: 0.3, output: 0.6, total: 0.9 } },
    });
    for (const secret of ['let me in', 'k3y-of-the-model'])
      expect(logged.text).not.toContain(secret);
  }, 60_000);

  it('agent-tools: the model looks an order up with an HTTP block, then answers', async () => {
    const usage = { prompt_tokens: 1, completion_tokens: 1 };
    const call = { name: 'Find_order', arguments: '{"orderId":"7"}' };
    const toolCalls = [{ id: 'c1', type: 'function', function: call }];
    const choices = [
      { message: { content: null, tool_calls: toolCalls }, finish_reason: 'tool_calls' },
      { message: { content: 'It is on its way.' }, finish_reason: 'stop' },
    ];
    model.answer((received, response) => {
      const isShop = received.url.startsWith('/shop');
      const choice = isShop ? null : choices.shift();
      const json = isShop ? { state: 'shipped' } : { choices: [choice], usage };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
    await setSecret('MODEL_KEY', 'k3y-of-the-model');
    await deploy('agent-tools.json', { modelUrl: `${model.url}/v1`, shopUrl: `${model.url}/shop` });
    const question = { customer: 'ann@example.com', question: 'Where is my order 7?' };
    const answered = await cluster.api.call('POST', '/api/webhooks/trigger/support', question);
    expect([answered.status, answered.json]).toMatchObject([
      200,
      {
        answer: 'It is on its way.',
        toolCalls: [
          { block: 'Find order', arguments: { orderId: '7' }, result: { state: 'shipped' } },
        ],
      },
    ]);
  }, 60_000);

  it('order-fan-out: every line at once beside another check, one answer when all are there', async () => {
    // Nobody is answered before all three have asked: only calls that run at once come to an end.
    const waiting: (() => void)[] = [];
    let missing = '';
    model.answer(({ body }, response) => {
      const { item } = JSON.parse(body) as { item?: string };
      const json = { ok: true, reserved: item !== missing };
      waiting.push(() =>
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json)),
      );
      if (waiting.length === 3) for (const answer of waiting.splice(0)) answer();
    });
    await deploy('order-fan-out.json', { shopUrl: `${model.url}/shop` });
    const lines = [
      { item: 'pen', count: 2 },
      { item: 'ink', count: 1 },
    ];
    const order = () =>
      cluster.api.call('POST', '/api/webhooks/trigger/order-lines', { customer: 'ann', lines });
    const accepted = await order();
    expect([accepted.status, accepted.json]).toEqual([200, { status: 'accepted', lines: 2 }]);
    missing = 'ink';
    const refused = await order();
    expect([refused.status, refused.json]).toEqual([409, { status: 'refused', missing: 1 }]);
  }, 60_000);

  it('polling-loop: asks until the job is done, then tells', async () => {
    const states = ['queued', 'running', 'done'];
    const told: string[] = [];
    model.answer(({ url, method, body }, response) => {
      if (url === '/chat') told.push(body);
      const json = method === 'POST' ? { id: 'j1' } : { state: states.shift() };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
    const urls = { jobUrl: `${model.url}/import`, chatUrl: `${model.url}/chat` };
    await deploy('polling-loop.json', { ...urls, pauseMs: 1 });
    await cluster.api.call('POST', '/api/webhooks/trigger/start-import', { file: 'orders.csv' });
    await eventually('the team is told', () => told.length === 1);
    expect(told[0]).toContain('The import j1 is done');
    expect(states).toEqual([]);
    expect(model.calls.filter(({ url }) => url === '/import/jobs/j1')).toHaveLength(3);
  }, 60_000);

  it('approval: the run waits for a person, who answers by the address in the question', async () => {
    const seen = (path: string) =>
      model.calls.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body));
    model.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    await deploy('approval.json', { chatUrl: `${model.url}/ask`, bankUrl: `${model.url}/bank` });
    const expense = { who: 'ann', what: 'a chair', euros: 120 };
    for (const [index, approved] of [true, false].entries()) {
      await cluster.api.call('POST', '/api/webhooks/trigger/expense', expense);
      const asked = await eventually(
        'the question',
        () => seen('/ask').filter(({ answerAt }) => answerAt !== undefined)[index],
      );
      const path = new URL(asked.answerAt as string).pathname;
      await eventually('the answer is taken', async () => {
        const answered = await cluster.api.call('POST', path, { approved, by: 'ben' });
        return answered.status < 300;
      });
    }
    await eventually('one is paid, the other refused', () => seen('/ask').length === 3);
    expect(seen('/bank/payments')).toEqual([{ to: 'ann', euros: 120, approvedBy: 'ben' }]);
    expect(seen('/ask').at(-1)).toEqual({ text: 'Not paid: a chair. ' });
  }, 60_000);

  it('nightly-report: kept as YAML, validated, deployed and run by the command line', async () => {
    model.answer(({ url }, response) => {
      const orders = url.includes('/orders?until=') ? [{ cents: 150 }, { cents: 100 }] : {};
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(orders));
    });
    const source = await readFile(join(root, 'examples/nightly-report.yaml'), 'utf8');
    const scratch = await temporaryDataDir();
    const file = join(scratch.path, 'nightly.yaml');
    const written = source
      .replace('https://shop.example/api', `${model.url}/shop`)
      .replace('https://chat.example/hooks/team', `${model.url}/chat`);
    await writeFile(file, written);
    expect(await workflowCommand('validate', file)).toMatchObject({ code: 0 });
    const first = await workflowCommand('deploy', file);
    const { workflowId } = JSON.parse(first.output) as { workflowId: string };
    expect(JSON.parse((await workflowCommand('deploy', file)).output)).toEqual({
      workflowId,
      version: 1,
      triggerUrl: null,
    });
    const ran = await workflowCommand('run', file);
    expect([ran.code, JSON.parse(ran.output)]).toMatchObject([0, { status: 'success' }]);
    expect(JSON.parse(model.calls.at(-1)?.body ?? '')).toEqual({ text: '2 orders, 2.5 euros' });

    await writeFile(file, written.replace('<total.result.count> > 0', '<totl.result> >'));
    const refused = await workflowCommand('validate', file);
    expect(refused.code).toBe(1);
    expect(refused.output).toContain('block "any", config.conditions[0].expression: ');
    expect((await workflowCommand('explode', file)).code).toBe(2);
    await scratch.remove();
  }, 120_000);
});
