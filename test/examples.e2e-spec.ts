/**
 * Deploys and runs every file of examples/ with the commands of its README, against services that
 * behave as a test needs it. The nightly example is also started by its cron schedule, on an
 * installation with two nodes.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { nextFireMs, scheduleConfig } from '@libs/blocks';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { openExampleLines, type ExampleLines } from './support/example-lines.js';
import { startApp, temporaryDataDir } from './support/processes.js';
import { workflowCommand } from './support/workflow-command.js';

let cluster: Cluster;
let model: CountingStub;
let lines: ExampleLines;

beforeAll(async () => {
  [cluster, model] = await Promise.all([
    startCluster(['api', 'runner', 'projector']),
    startCountingStub(),
  ]);
  lines = await openExampleLines(cluster);
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await model.close();
  await lines.remove();
});

/**
 * Runs all lines of an example.
 * @returns the JSON that the last one printed
 */
async function runLines(file: string): Promise<unknown> {
  const printed = await lines.run(lines.of(file), { OPENAI_API_KEY: 'k3y-of-the-model' });
  return JSON.parse(printed.at(-1) ?? '') as unknown;
}

/** Names the services of the examples, as a reader does for services of their own. */
async function name(services: Readonly<Record<string, string>>): Promise<void> {
  for (const [variable, value] of Object.entries(services)) {
    const path = `/api/v1/workspaces/${cluster.workspaceId}/variables/${variable}`;
    const { status, text } = await cluster.api.call('PUT', path, { value });
    if (status > 201) throw new Error(text);
  }
}

describe('examples', () => {
  it('webhook-summary: authorises, answers and logs its cost (spec 1.2 and 5.6)', async () => {
    const answer = {
      model: 'gpt-4o-mini',
      choices: [{ message: { content: 'Two things.' }, finish_reason: 'stop' }],
      usage: { prompt_tokens: 2_000_000, completion_tokens: 1_000_000 },
    };
    model.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer)),
    );
    await name({ MODEL_URL: `${model.url}/v1` });
    const printed = await runLines('webhook-summary.json');
    expect(printed).toEqual({
      status: 'success',
      processed: true,
      summary: 'Two things.',
      timestamp: expect.any(String),
    });
    expect(model.calls).toHaveLength(1);
    const run = (token: string) =>
      cluster.api.trigger('summarise', { order: 7 }, { authorization: `Bearer ${token}` });
    const refused = await run('something else');
    expect([refused.status, refused.json]).toEqual([
      401,
      { status: 'error', message: 'Unauthorized', timestamp: expect.any(String) },
    ]);
    expect(model.calls).toHaveLength(1);
    const accepted = await run('let-me-in');
    expect([accepted.status, accepted.json.status]).toEqual([200, 'success']);
    expect(model.calls[0]?.headers.authorization).toBe('Bearer k3y-of-the-model');
    expect(model.calls[1]?.body).toContain('{\\"order\\":7}');

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
    for (const secret of ['let-me-in', 'k3y-of-the-model'])
      expect(logged.text).not.toContain(secret);
  });

  it('agent-tools: lets the model look up an order with an HTTP block', async () => {
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
    await name({ MODEL_URL: `${model.url}/v1`, SHOP_URL: `${model.url}/shop` });
    expect(await runLines('agent-tools.json')).toMatchObject({
      answer: 'It is on its way.',
      toolCalls: [
        { block: 'Find order', arguments: { orderId: '7' }, result: { state: 'shipped' } },
      ],
    });
  });

  it('order-fan-out: checks all lines in parallel, then answers once', async () => {
    // Answers only after all three calls have arrived, so only parallel calls complete.
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
    await name({ SHOP_URL: `${model.url}/shop` });
    expect(await runLines('order-fan-out.json')).toEqual({ status: 'accepted', lines: 2 });
    missing = 'ink';
    const order = {
      customer: 'ann',
      lines: [
        { item: 'pen', count: 2 },
        { item: 'ink', count: 1 },
      ],
    };
    const refused = await cluster.api.trigger('order-lines', order);
    expect([refused.status, refused.json]).toEqual([409, { status: 'refused', missing: 1 }]);
  });

  it('polling-loop: polls until the job is done, then notifies the team', async () => {
    const states = ['queued', 'running', 'done'];
    const told: string[] = [];
    model.answer(({ url, method, body }, response) => {
      if (url === '/chat') told.push(body);
      const json = method === 'POST' ? { id: 'j1' } : { state: states.shift() };
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(json));
    });
    await name({ IMPORT_URL: `${model.url}/import`, CHAT_URL: `${model.url}/chat` });
    await lines.configure('polling-loop.json', { pauseMs: 1 });
    expect(await runLines('polling-loop.json')).toEqual({
      data: { executionId: expect.any(String) },
    });
    await eventually('the team is told', () => told.length === 1);
    expect(told[0]).toContain('The import j1 is done');
    expect(states).toEqual([]);
    expect(model.calls.filter(({ url }) => url === '/import/jobs/j1')).toHaveLength(3);
  });

  it('approval: waits until a person answers at the URL in the question', async () => {
    const seen = (path: string) =>
      model.calls.filter(({ url }) => url === path).map(({ body }) => JSON.parse(body));
    model.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}'),
    );
    await name({ CHAT_URL: `${model.url}/ask`, BANK_URL: `${model.url}/bank` });
    const commands = lines.of('approval.json');
    const [deployed, ask, answer] = [commands[0]!, commands[1]!, commands.at(-1)!];
    await lines.run([deployed, ask, ask]);
    for (const [index, approved] of [true, false].entries()) {
      const asked = await eventually(
        'the question',
        () => seen('/ask').filter(({ answerAt }) => answerAt !== undefined)[index],
      );
      // The README's line approves.
      const line = approved ? answer : answer.replace('true', 'false');
      await eventually('the answer is taken', async () => {
        // The URL's base is the installation's external address, which a test does not have.
        const path = new URL(asked.answerAt as string).pathname;
        const [told] = await lines.run([line], { ANSWER_AT: cluster.api.baseUrl + path });
        return JSON.parse(told ?? '').data !== undefined;
      });
    }
    await eventually('one is paid, the other refused', () => seen('/ask').length === 3);
    expect(seen('/bank/payments')).toEqual([{ to: 'ann', euros: 120, approvedBy: 'ben' }]);
    expect(seen('/ask').at(-1)).toEqual({ text: 'Not paid: a chair. ' });
  });

  it('nightly-report: is validated, deployed and run from YAML on the command line', async () => {
    model.answer(({ url }, response) => {
      const orders = url.includes('/orders?until=') ? [{ cents: 150 }, { cents: 100 }] : {};
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(orders));
    });
    await name({ SHOP_URL: `${model.url}/shop`, CHAT_URL: `${model.url}/chat` });
    const written = await lines.run(['cat examples/nightly-report.yaml']);
    const scratch = await temporaryDataDir();
    const file = join(scratch.path, 'nightly.yaml');
    await writeFile(file, written[0] ?? '');
    const [answered] = await lines.run(lines.of('nightly-report.yaml'));
    expect(JSON.parse(answered ?? '')).toMatchObject({ status: 'success' });
    expect(await workflowCommand(cluster, 'validate', file)).toMatchObject({ code: 0 });
    expect(JSON.parse((await workflowCommand(cluster, 'deploy', file)).said)).toEqual({
      workflowId: expect.any(String),
      version: 1,
      triggerUrl: null,
    });
    const ran = await workflowCommand(cluster, 'run', file);
    expect([ran.code, JSON.parse(ran.said)]).toMatchObject([0, { status: 'success' }]);
    expect(JSON.parse(model.calls.at(-1)?.body ?? '')).toEqual({ text: '2 orders, 2.5 euros' });

    await writeFile(
      file,
      (written[0] ?? '').replace('<total.result.count> > 0', '<totl.result> >'),
    );
    const refused = await workflowCommand(cluster, 'validate', file);
    expect(refused.code).toBe(1);
    expect(refused.noted).toContain('block "Any", config.conditions[0].expression: ');
    expect((await workflowCommand(cluster, 'explode', file)).code).toBe(2);
    await scratch.remove();
  }, 120_000);

  it('nightly-report: runs once per night by its cron schedule on two nodes', async () => {
    model.answer((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('[]'),
    );
    await Promise.all(
      (['api', 'runner'] as const).map((name) => startApp(name, cluster.environment)),
    );
    const client = new pg.Client(cluster.database.url);
    await client.connect();
    const nextFire = async (): Promise<Date> => {
      const { rows } = await client.query('select next_fire_at from workflow_schedule');
      expect(rows).toHaveLength(1);
      return (rows[0] as { next_fire_at: Date }).next_fire_at;
    };
    const fires = async (): Promise<string[]> => {
      const path = `/api/v1/logs?workspaceId=${cluster.workspaceId}&triggers=schedule`;
      const { json } = await cluster.api.call('GET', path);
      const ids = (json.data as { executionId: string }[]).map((entry) => entry.executionId);
      return Promise.all(
        ids.map(async (id) => {
          const found = await cluster.api.call('GET', `/api/v1/logs/executions/${id}`);
          return found.json.traceSpans[0].output.scheduledAt as string;
        }),
      );
    };
    const schedule = scheduleConfig.parse({ cron: '30 2 * * *', timezone: 'Europe/Berlin' });
    const next = await eventually('the coming night is noted', async () => {
      const noted = await nextFire();
      return noted.getTime() === nextFireMs(schedule, Date.now()) ? noted : null;
    });
    const nights = [3, 2, 1].map((back) => new Date(next.getTime() - back * 86_400_000));
    for (const [index, night] of nights.entries()) {
      // Simulates that night: both nodes check this row every second.
      const due = 'update workflow_schedule set next_fire_at = $1, look_at = $1';
      await client.query(due, [night]);
      await eventually('the night is in the log', async () => (await fires()).length > index, {
        withinMs: 60_000,
      });
      await eventually('the next one is noted', async () => (await nextFire()) > new Date());
    }
    expect((await fires()).sort()).toEqual(nights.map((night) => night.toISOString()));
    await client.end();
  }, 240_000);
});
