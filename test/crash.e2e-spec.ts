/**
 * kill -9 in the middle, and a broker that goes away: nothing acknowledged is lost, nothing
 * recorded is done again.
 */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startCluster, type Cluster } from './support/cluster.js';
import { startCountingStub, type CountingStub } from './support/counting-stub.js';
import { eventually } from './support/eventually.js';
import { orderIntake, twoCalls } from './support/workflows.js';

let cluster: Cluster;
let stub: CountingStub;

const answerOk = (): void =>
  stub.answer((_, response) =>
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}'),
  );

beforeAll(async () => {
  [cluster, stub] = await Promise.all([
    // Far longer than the tests wait: a restarted process must not have to wait for the session of
    // its killed predecessor to expire.
    startCluster(['api', 'runner', 'relay', 'projector'], {
      FLOWLEDGER_SESSION_TIMEOUT_MS: '300000',
    }),
    startCountingStub(),
  ]);
  for (const definition of [twoCalls('two-calls', stub.url), orderIntake('order', stub.url)]) {
    const created = await cluster.api.call('POST', '/api/v1/workflows', { name: 'w', definition });
    expect(created.status).toBe(201);
    await cluster.api.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
  }
}, 180_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
});

const callsOf = (executionId: string, block: string): number =>
  stub.calls.filter(({ idempotencyKey }) => idempotencyKey === `${executionId}:${block}:`).length;

async function statusOf(executionId: string): Promise<string | null> {
  const found = await cluster.api.call('GET', `/api/v1/executions/${executionId}`);
  return found.json?.data?.endedAt == null ? null : (found.json.data.status as string);
}

describe('the installation', () => {
  it('completes all 40 executions of a killed runner and repeats no completed block', async () => {
    stub.answer((call, response) => {
      if (call.url === '/one')
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"n":1}');
    });
    const executions = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => {
        const { status, json } = await cluster.api.trigger('two-calls', { n });
        expect(status).toBe(202);
        return json.data.executionId as string;
      }),
    );
    await eventually('every execution hangs in its second call', () =>
      executions.every((id) => callsOf(id, 'two') === 1),
    );
    await cluster.apps.get('runner')?.kill('SIGKILL');
    answerOk();
    await cluster.start('runner');
    for (const executionId of executions) {
      expect(await eventually(`the end of ${executionId}`, () => statusOf(executionId))).toBe(
        'success',
      );
      expect(callsOf(executionId, 'one')).toBe(1);
      expect(callsOf(executionId, 'two')).toBe(2);
    }
  }, 120_000);

  it('shows every execution exactly once in the logs after a projector crash', async () => {
    answerOk();
    const run = async (n: number): Promise<string> => {
      const answer = await cluster.api.trigger('order', { id: n });
      expect(answer.status).toBe(200);
      return answer.headers.get('x-execution-id') ?? '';
    };
    const before = await Promise.all(Array.from({ length: 10 }, (_, n) => run(n)));
    await cluster.apps.get('projector')?.kill('SIGKILL');
    const during = await Promise.all(Array.from({ length: 10 }, (_, n) => run(100 + n)));
    await cluster.start('projector');
    const wanted = new Set([...before, ...during]);
    const logged = await eventually('all logs', async () => {
      const page = await cluster.api.call(
        'GET',
        `/api/v1/logs?workspaceId=${cluster.workspaceId}&limit=1000`,
      );
      const ids = (page.json.data as { executionId: string }[])
        .map(({ executionId }) => executionId)
        .filter((id) => wanted.has(id));
      return ids.length >= wanted.size ? ids : null;
    });
    expect(logged).toHaveLength(wanted.size);
  });

  it('answers 503 with Retry-After while the broker is down, and recovers', async () => {
    answerOk();
    await cluster.kafka.kill('SIGKILL');
    const refused = await cluster.api.trigger('order', { id: 1 });
    expect(refused.status).toBe(503);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    const ready = await eventually('readiness is red', async () => {
      const answer = await cluster.api.call('GET', '/health/ready');
      return answer.status === 503 ? answer : null;
    });
    expect(ready.text).toMatch(/kafka/i);
    expect((await cluster.api.call('GET', '/health/live')).status).toBe(200);
    await cluster.kafka.start();
    const served = await eventually(
      'the trigger answers again',
      async () => {
        const answer = await cluster.api.trigger('order', { id: 2 });
        return answer.status === 200 ? answer : null;
      },
      { withinMs: 60_000 },
    );
    expect(served.json).toMatchObject({ status: 'success', echo: { id: 2 } });
  }, 150_000);
});
