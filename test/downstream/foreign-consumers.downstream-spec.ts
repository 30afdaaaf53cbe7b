/** Third-party tools read our topics and must find the same data as the logs API. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startCluster, type Cluster } from '../support/cluster.js';
import { startCountingStub, type CountingStub } from '../support/counting-stub.js';
import { eventually } from '../support/eventually.js';
import { answer, startReceiver, type Receiver } from '../support/receiver.js';
import {
  examples,
  follow,
  isInstalled,
  java,
  kcat,
  python,
  type ReadTopic,
} from './foreign-clients.js';
import { describeWith } from './optional-tools.js';

interface Completed {
  readonly eventId: string;
  readonly executionId: string;
  readonly workflowId: string;
  readonly status: string;
  readonly startedAt: number;
  readonly endedAt: number;
}
interface Message<T> {
  readonly key: string;
  readonly headers: Record<string, string>;
  readonly value: T;
}

const completed = 'workflow.execution.completed';
const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const schemasDir = join(import.meta.dirname, '../../schemas');
const hasPython = await isInstalled('python3', '-m', 'venv', '--help');
const hasKcat = await isInstalled('kcat', '-V');
const hasMaven = (await isInstalled('mvn', '--version')) && (await isInstalled('java', '-version'));

let cluster: Cluster;
let stub: CountingStub;
let receiver: Receiver;
let logs: Completed[];
let workflowId: string;
let environment: Record<string, string>;
let read: (script: string) => ReadTopic;

const runs = ['good', 'bad', 'good', 'bad', 'bad'];

const definition = (url: string): object => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'downstream' } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: {
        method: 'GET',
        url: `${url}/:id`,
        pathParams: { id: '<webhook.body.id>' },
        retry: { maxRetries: 0, initialDelayMs: 10, maxDelayMs: 50 },
      },
    },
  ],
  edges: [{ from: 'hook', to: 'call' }],
});

/** All finished executions of the workflow according to the logs API. */
async function readLogs(): Promise<Completed[]> {
  const path = `/api/v1/logs?workspaceId=${cluster.workspaceId}&workflowIds=${workflowId}`;
  const { json } = await cluster.api.call('GET', path);
  return json.data.filter((log: { endedAt: string | null }) => log.endedAt !== null);
}

beforeAll(async () => {
  [cluster, stub, receiver] = await Promise.all([
    // The caller acts as a trusted proxy: traceparent is accepted from no other sender.
    startCluster(undefined, { FLOWLEDGER_TRUSTED_PROXIES: '127.0.0.1' }),
    startCountingStub(),
    startReceiver(() => answer(200)),
  ]);
  stub.answer((call, response) => {
    if (call.url.startsWith('/bad')) response.destroy();
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  const { api } = cluster;
  const created = await api.call('POST', '/api/v1/workflows', {
    name: 'Downstream',
    definition: definition(stub.url),
  });
  workflowId = created.json.data.id as string;
  await api.call('POST', `/api/v1/workflows/${workflowId}/deploy`);
  await api.call('POST', `/api/v1/workflows/${workflowId}/subscriptions`, { url: receiver.url });
  for (const id of runs) {
    await api.trigger('downstream', { id }, { traceparent });
  }
  logs = await eventually('all runs are in the logs', async () => {
    const found = await readLogs();
    return found.length === runs.length ? found : null;
  });
  await receiver.until((requests) => requests.length === runs.length);
  environment = {
    KAFKA_BROKERS: cluster.kafka.kafkaBrokers,
    SCHEMA_REGISTRY_URL: cluster.api.baseUrl,
  };
  if (hasPython) read = await python();
}, 300_000);

afterAll(async () => {
  await cluster.stop();
  await stub.close();
  await receiver.close();
});

const byExecution = (a: { executionId: string }, b: { executionId: string }): number =>
  a.executionId < b.executionId ? -1 : 1;

const factsOf = (one: Completed) => ({
  executionId: one.executionId,
  workflowId: one.workflowId,
  status: one.status,
  startedAt: new Date(one.startedAt).getTime(),
  endedAt: new Date(one.endedAt).getTime(),
});

const expectSameAsLogs = (events: readonly Completed[]): void => {
  expect(events.map(factsOf).sort(byExecution)).toEqual(logs.map(factsOf).sort(byExecution));
};

describe('a webhook receiver', () => {
  it('gets the trace context of the request that started the execution', () => {
    const seen = receiver.requests.map(({ headers }) => headers['traceparent']);
    expect(seen).toEqual(runs.map(() => traceparent));
  });
});

describeWith('python3 with venv', hasPython)('a Python consumer', () => {
  it("reads the same data as the logs with Confluent's deserializer", async () => {
    const messages = (await read('read_topic.py')(environment, completed)) as Message<Completed>[];
    expectSameAsLogs(messages.map(({ value }) => value));
  }, 120_000);

  it('follows the topic with the program that the README shows', async () => {
    const followed = await follow('follow_executions.py', environment, runs.length);
    const ofLogs = logs.map(({ status, executionId }) => `Downstream ${status} ${executionId}`);
    expect(followed.sort()).toEqual(ofLogs.sort());
    const shown = await readFile(join(examples, 'python/follow_executions.py'), 'utf8');
    const readme = await readFile(join(examples, '../../README.md'), 'utf8');
    expect(readme).toContain(shown.slice(shown.indexOf('\n') + 1));
  });

  it('reads the same data as the logs with fastavro alone', async () => {
    const { KAFKA_BROKERS } = environment as { KAFKA_BROKERS: string };
    const own = { KAFKA_BROKERS, SCHEMAS_DIR: schemasDir };
    const messages = (await read('read_topic.py')(own, completed)) as Message<Completed>[];
    expectSameAsLogs(messages.map(({ value }) => value));
  }, 120_000);

  it('finds CloudEvents and trace headers in every public topic', async () => {
    const types = {
      [completed]: [completed],
      'workflow.execution.steps': ['workflow.step.completed'],
      'webhook.delivery.events': ['webhook.delivery.scheduled', 'webhook.delivery.attempted'],
    };
    for (const [topic, expected] of Object.entries(types)) {
      const messages = (await read('read_topic.py')(environment, topic)) as Message<object>[];
      expect(messages.length).toBeGreaterThanOrEqual(runs.length);
      for (const { headers } of messages) {
        expect(headers).toMatchObject({
          ce_specversion: '1.0',
          ce_id: headers['event-id'],
          ce_source: expect.stringMatching(/^\//),
          ce_time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
          'content-type': 'application/avro',
        });
        expect(headers['traceparent']).toBe(traceparent);
      }
      expect([...new Set(messages.map(({ headers }) => headers['ce_type']))].sort()).toEqual(
        [...expected].sort(),
      );
    }
  }, 120_000);

  it('sees each execution and each step once, keyed and in order', async () => {
    const ends = (await read('read_topic.py')(environment, completed)) as Message<Completed>[];
    expect(new Set(ends.map(({ value }) => value.eventId)).size).toBe(runs.length);
    expect(ends.map(({ key }) => key)).toEqual(runs.map(() => workflowId));
    const steps = (await read('read_topic.py')(environment, 'workflow.execution.steps')) as Message<
      Completed & { sequence: number }
    >[];
    expect(new Set(steps.map(({ value }) => value.eventId)).size).toBe(steps.length);
    for (const { executionId } of logs) {
      const own = steps.filter(({ key }) => key === executionId).map(({ value }) => value.sequence);
      expect(own.length).toBeGreaterThan(0);
      expect(own).toEqual([...own].sort((a, b) => a - b));
    }
  }, 120_000);

  it('counts failed executions per workflow', async () => {
    const counts = await read('count_failures.py')(environment, '');
    expect(counts).toEqual([{ [workflowId]: runs.filter((run) => run === 'bad').length }]);
  }, 120_000);
});

describeWith('Maven', hasMaven)('a Java consumer', () => {
  it("reads the same data as the logs with Kafka's client and Apache Avro", async () => {
    const readWithJava = await java();
    expectSameAsLogs((await readWithJava(environment, completed)) as Completed[]);
  }, 300_000);
});

describeWith('kcat', hasKcat)('kcat', () => {
  it('shows each execution once, with its key and its link to the logs', async () => {
    const format = '{"key":"%k","headers":"%h","bytes":%S}\n';
    const messages = (await kcat(format)(environment, completed)) as {
      key: string;
      headers: string;
      bytes: number;
    }[];
    expect(messages.map(({ key }) => key)).toEqual(runs.map(() => workflowId));
    const sources = messages.map(({ headers }) => /ce_source=([^,]+)/.exec(headers)?.[1]);
    expect(sources.sort()).toEqual(
      logs.map(({ executionId }) => `/v1/logs/executions/${executionId}`).sort(),
    );
  }, 120_000);
});
