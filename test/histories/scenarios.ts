/**
 * One execution for each kind of history. They run in the upgrade test, and their ledger records
 * are stored per release (`RECORD_HISTORIES`, test/upgrade.e2e-spec.ts), so that every later engine
 * can be tested to continue them.
 */
import type { Cluster } from '../support/cluster.js';
import type { CountingStub, StubCall } from '../support/counting-stub.js';
import { eventually } from '../support/eventually.js';
import { orderIntake, twoCalls, withWait, type TestDefinition } from '../support/workflows.js';

const patient = { withinMs: 120_000 };
/** Longer than the longest wait that does not park. */
const parkedMs = 8_000;

export interface Scenario {
  readonly name: string;
  readonly definition: (path: string, stubUrl: string) => TestDefinition;
  readonly ends: 'success' | 'error' | 'cancelled';
  /** It parks and needs an external event to continue. */
  readonly waitsFor?: 'approval' | 'cancellation';
  /**
   * Its call, or that of the execution it waits for, is unanswered until the test releases the
   * stub.
   */
  readonly isHeld?: true;
  /** It runs the workflow of the scenario with this name, and starts after it. */
  readonly behind?: string;
}

const call = (id: string, url: string, more: object = {}) => ({
  id,
  type: 'api',
  name: id,
  config: { method: 'POST', url, body: { of: id }, ...more },
});

const hook = (path: string) => ({ id: 'hook', type: 'webhook', name: 'Webhook', config: { path } });

const retry = { retry: { maxRetries: 3, initialDelayMs: 10, maxDelayMs: 50 } };

/** Replacing every process takes minutes on a busy machine; by default a call gives up earlier. */
const patientCall = { timeoutMs: 600_000, totalTimeoutMs: 600_000 };

const heldCalls = (path: string, url: string): TestDefinition => {
  const { blocks, edges } = twoCalls(path, `${url}/held`);
  const isCall = ({ type }: TestDefinition['blocks'][number]): boolean => type === 'api';
  return {
    blocks: blocks.map((block) =>
      isCall(block) ? { ...block, config: { ...block.config, ...patientCall } } : block,
    ),
    edges,
  };
};

const oneAtATime = (path: string, url: string): TestDefinition => ({
  ...heldCalls(path, url),
  concurrency: { limit: 1 },
});

export const scenarios: readonly Scenario[] = [
  { name: 'order', ends: 'success', definition: orderIntake },
  {
    name: 'retries',
    ends: 'success',
    definition: (path, url) => ({
      blocks: [hook(path), call('flaky', `${url}/flaky`, retry), call('after', `${url}/after`)],
      edges: [
        { from: 'hook', to: 'flaky' },
        { from: 'flaky', to: 'after' },
      ],
    }),
  },
  {
    name: 'error-edge',
    ends: 'success',
    definition: (path, url) => ({
      blocks: [hook(path), call('broken', `${url}/broken`), call('mend', `${url}/mend`)],
      edges: [
        { from: 'hook', to: 'broken' },
        { from: 'broken', port: 'error', to: 'mend' },
      ],
    }),
  },
  {
    name: 'failure',
    ends: 'error',
    definition: (path, url) => ({
      blocks: [
        hook(path),
        call('before', `${url}/before`),
        { id: 'fail', type: 'response', name: 'Fail', config: { status: 'none' } },
      ],
      edges: [
        { from: 'hook', to: 'before' },
        { from: 'before', to: 'fail' },
      ],
    }),
  },
  {
    name: 'loops',
    ends: 'success',
    definition: (path, url) => ({
      blocks: [
        hook(path),
        { id: 'each', type: 'loop', name: 'Each', config: { type: 'count', count: 2 } },
        call('item', `${url}/item`),
        { id: 'both', type: 'parallel', name: 'Both', config: { count: 3, concurrency: 2 } },
        call('branch', `${url}/branch`),
        { id: 'sum', type: 'variables', name: 'Sum', config: { values: { n: 1 } } },
      ],
      edges: [
        { from: 'hook', to: 'each' },
        { from: 'each', port: 'each', to: 'item' },
        { from: 'each', to: 'both' },
        { from: 'both', port: 'each', to: 'branch' },
        { from: 'both', to: 'sum' },
      ],
    }),
  },
  {
    name: 'wait',
    ends: 'success',
    definition: (path, url) => withWait(path, url, parkedMs),
  },
  {
    name: 'approval',
    ends: 'success',
    waitsFor: 'approval',
    definition: (path, url) => ({
      blocks: [
        hook(path),
        call('ask', `${url}/ask`, { body: { answerAt: '<approve.resumePath>' } }),
        { id: 'approve', type: 'approval', name: 'Approve', config: { message: 'Ship it?' } },
        call('ship', `${url}/ship`, { body: { by: '<approve.data.by>' } }),
      ],
      edges: [
        { from: 'hook', to: 'ask' },
        { from: 'ask', to: 'approve' },
        { from: 'approve', to: 'ship' },
      ],
    }),
  },
  {
    name: 'cancelled',
    ends: 'cancelled',
    waitsFor: 'cancellation',
    definition: (path, url) => withWait(path, url, 86_400_000),
  },
  /**
   * Its first call stays in flight while everything is replaced; the test decides when it is
   * answered.
   */
  {
    name: 'held',
    ends: 'success',
    isHeld: true,
    definition: heldCalls,
  },
  { name: 'first', ends: 'success', isHeld: true, definition: oneAtATime },
  { name: 'queued', ends: 'success', isHeld: true, behind: 'first', definition: oneAtATime },
];

const pathOf = ({ name, behind = name }: Scenario): string => behind;

export const definitionOf = (scenario: Scenario, stubUrl: string): TestDefinition =>
  scenario.definition(pathOf(scenario), stubUrl);

export async function deployScenarios(
  { api }: Pick<Cluster, 'api'>,
  { url }: CountingStub,
): Promise<void> {
  for (const scenario of scenarios.filter(({ behind }) => behind === undefined)) {
    const definition = definitionOf(scenario, url);
    const made = await api.call('POST', '/api/v1/workflows', { name: scenario.name, definition });
    if (made.status !== 201) throw new Error(`${scenario.name}: ${made.text}`);
    await api.call('POST', `/api/v1/workflows/${made.json.data.id}/deploy`);
  }
}

/**
 * Starts one execution per scenario.
 * @returns execution ids by scenario name
 */
export async function beginScenarios({ api }: Pick<Cluster, 'api'>): Promise<Map<string, string>> {
  const begun = new Map<string, string>();
  for (const scenario of scenarios) {
    const { name } = scenario;
    const headers = { 'x-execution-mode': 'async' };
    const answer = await api.trigger(pathOf(scenario), { id: 7 }, headers);
    const id = answer.headers.get('x-execution-id') ?? answer.json?.data?.executionId;
    if (typeof id !== 'string') throw new Error(`${name}: ${answer.status} ${answer.text}`);
    begun.set(name, id);
  }
  return begun;
}

export const callsOf = (stub: CountingStub, executionId: string, blockId: string): StubCall[] =>
  stub.calls.filter(({ idempotencyKey }) => idempotencyKey === `${executionId}:${blockId}:`);

const statusOf = async ({ api }: Pick<Cluster, 'api'>, executionId: string): Promise<string> =>
  (await api.call('GET', `/api/v1/executions/${executionId}`)).json?.data?.status ?? 'unknown';

const ended: ReadonlySet<string> = new Set(['success', 'error', 'cancelled']);

/** Rejects at once when it ended otherwise. */
export const reaches = (
  cluster: Pick<Cluster, 'api'>,
  executionId: string,
  status: string,
): Promise<unknown> =>
  eventually(
    `${executionId} is ${status}`,
    async () => {
      const found = await statusOf(cluster, executionId);
      if (found !== status && ended.has(found))
        throw new Error(`${executionId} ended with ${found} instead of ${status}`);
      return found === status;
    },
    patient,
  );

/** Answers the scenarios that wait for an external event, once they are parked. */
export async function answerWaits(
  cluster: Pick<Cluster, 'api'>,
  stub: CountingStub,
  begun: ReadonlyMap<string, string>,
): Promise<void> {
  for (const { name, waitsFor } of scenarios) {
    const executionId = begun.get(name) ?? '';
    if (waitsFor === undefined) continue;
    await reaches(cluster, executionId, 'paused');
    if (waitsFor === 'cancellation') {
      await cluster.api.call('POST', `/api/v1/executions/${executionId}/cancel`, { reason: 'no' });
    } else {
      const [asked] = callsOf(stub, executionId, 'ask');
      const { answerAt } = JSON.parse(asked?.body ?? '{}') as { answerAt: string };
      const answer = await cluster.api.call('POST', answerAt, { by: 'ann' });
      if (answer.status !== 202) throw new Error(`approval: ${answer.text}`);
    }
  }
}

/**
 * Stub answers: `/flaky` fails once per execution, `/broken` always, `/held` waits for `release`.
 */
export function answerScenarios(stub: CountingStub): { hold(): void; release(): void } {
  let holding = false;
  const held: (() => void)[] = [];
  stub.answer(({ url, idempotencyKey }, response) => {
    const tries = stub.calls.filter((one) => one.idempotencyKey === idempotencyKey).length;
    const fails = url === '/broken' || (url === '/flaky' && tries === 1);
    const answer = (): void => {
      const type = { 'content-type': 'application/json' };
      response.writeHead(fails ? 503 : 200, type).end('{"status":"ok"}');
    };
    if (holding && url.startsWith('/held')) held.push(answer);
    else answer();
  });
  return {
    hold: () => (holding = true),
    release: () => {
      holding = false;
      for (const answer of held.splice(0)) answer();
    },
  };
}
