/**
 * Fills a workspace through the API with what its pages show: executions that succeeded, failed,
 * wait, queue and run, deliveries that failed and are tried again. The order of what happens is
 * the same on each run.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { type Api, apiOf } from '../api.js';
import { openOutside, type Outside } from './outside.js';
import { type WorkflowName, workflowsOf } from './workflows.js';

export interface Northwind {
  /** By name, the ids of its workflows. */
  readonly workflows: Readonly<Record<WorkflowName, string>>;
  /** Ids of executions, one of each kind. */
  readonly executions: Readonly<
    Record<'succeeded' | 'failed' | 'timedOut' | 'waiting' | 'cancelled' | 'queued', string>
  >;
  /** Ends the outside world: an execution that waits for it fails then. */
  close(): void;
}

interface Deployed {
  readonly id: string;
  readonly triggerUrl: string;
}

interface Log {
  readonly executionId: string;
}
interface Delivery {
  readonly attemptCount: number;
  readonly state: string;
}

const pollMs = 100;
/** A machine may be busy; who waits longer has a bug. */
const patienceMs = 300_000;

async function until<T>(what: string, probe: () => Promise<T | null>): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    const found = await probe();
    if (found !== null) return found;
    if (performance.now() > deadline) throw new Error(`waited in vain until ${what}`);
    await delay(pollMs);
  }
}

async function made<T>(api: Api, method: string, path: string, body?: object): Promise<T> {
  const { status, data, error } = await api<T>(method, path, body);
  if (status >= 300)
    throw new Error(`${method} ${path} answered ${String(status)}: ${JSON.stringify(error)}`);
  return data;
}

async function createWorkflows(
  api: Api,
  { serviceAt }: Outside,
): Promise<Record<WorkflowName, Deployed>> {
  const created: [string, Deployed][] = [];
  for (const [name, workflow] of Object.entries(workflowsOf(serviceAt))) {
    const deployed = await made<Deployed>(api, 'POST', '/workflows', workflow);
    if (name !== 'stockReorder') await made(api, 'POST', `/workflows/${deployed.id}/deploy`);
    created.push([name, deployed]);
  }
  return Object.fromEntries(created) as Record<WorkflowName, Deployed>;
}

async function subscribe(
  api: Api,
  { receivers }: Outside,
  workflows: Record<WorkflowName, Deployed>,
): Promise<void> {
  const of = (name: WorkflowName): string => `/workflows/${workflows[name].id}/subscriptions`;
  const signed = { generateSecret: true, includeFinalOutput: true };
  for (const [path, url, more] of [
    ['/subscriptions', `${receivers.erp}/hooks/executions`, signed],
    ['/subscriptions', `${receivers.sink}/in`, { maxPerSecond: 50 }],
    [of('orderIntake'), `${receivers.billing}/flowledger`, signed],
    [of('refundApproval'), `${receivers.billing}/flowledger`, signed],
    [of('ticketTriage'), `${receivers.tickets}/v2/events?src=flow`, {}],
    [of('onboarding'), `${receivers.crm}/wh`, { headers: { 'x-team': 'growth' } }],
  ] as const)
    await made(api, 'POST', path, { url, ...more });
}

const order = (number: number, more: object = {}): object => ({
  ...{
    orderId: `SO-204${String(number).padStart(2, '0')}`,
    customer: 'cus_8Jq2',
    note: 'no fraud',
  },
  ...{ currency: 'EUR', total: 418.5, source: 'card_9fK2' },
  lines: [
    { sku: 'LMP-ARC-BK', qty: 2 },
    { sku: 'CBL-3M', qty: 1 },
    { sku: 'SHD-LIN-38', qty: 1 },
  ],
  ...more,
});
const broken = { source: 'card_broken' };
const tickets = ['An invoice is wrong', 'My parcel is late', 'I want to return it'];

export async function seedNorthwind(
  url: string,
  apiKey: string,
  workspaceId: string,
): Promise<Northwind> {
  const api = apiOf(url, apiKey);
  const outside = await openOutside();
  for (const name of ['PAYMENTS_KEY', 'MODEL_KEY'])
    await made(api, 'PUT', `/workspaces/${workspaceId}/secrets/${name}`, {
      ...{
        value: `${name} of the tests`,
        allowedHosts: [
          ...['pay', 'models'].map((name) => new URL(outside.serviceAt(name)).hostname),
        ],
      },
    });
  const workflows = await createWorkflows(api, outside);
  await subscribe(api, outside, workflows);

  /** Resolves when the workflow has answered. */
  const call = async (name: WorkflowName, body: object): Promise<void> => {
    // The address that we were given may differ from the one the service is known by.
    const trigger = new URL(new URL(workflows[name].triggerUrl).pathname, url);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(trigger, { method: 'POST', headers, body: JSON.stringify(body) });
    await answer.text();
  };
  /** It waits for a person or a model: its answer, or the end of the service, comes later. */
  const begin = (name: WorkflowName, body: object): void => {
    call(name, body).catch(() => undefined);
  };
  /** Starts it without waiting for its end. */
  const launch = async (name: WorkflowName): Promise<void> => {
    const headers = { 'x-api-key': apiKey, 'x-execution-mode': 'async' };
    const path = `${url}/api/v1/workflows/${workflows[name].id}/execute`;
    await (await fetch(path, { method: 'POST', headers })).text();
  };
  const found = (name: WorkflowName, status: string, count = 1): Promise<string> =>
    until(`${name} has ${String(count)} executions with status ${status}`, async () => {
      const filter = { workspaceId, workflowIds: workflows[name].id, status };
      const { data } = await api<Log[]>('GET', `/logs?${new URLSearchParams(filter).toString()}`);
      return data.length < count ? null : (data[0]?.executionId ?? null);
    });
  const delivered = (name: WorkflowName, what: string, isDone: (one: Delivery) => boolean) =>
    until(`a delivery of ${name} ${what}`, async () => {
      const path = `/deliveries?workflowId=${workflows[name].id}&limit=100`;
      const { data } = await api<Delivery[]>('GET', path);
      return data.some(isDone) ? true : null;
    });

  // What takes longest begins first.
  const brokenOrders = [1, 2].map((number) => call('orderIntake', order(number, broken)));
  await launch('nightlyPayouts');
  const cancelled = await found('nightlyPayouts', 'paused');
  await api('POST', `/executions/${cancelled}/cancel`, { reason: 'The bank is closed today' });
  await found('nightlyPayouts', 'cancelled');
  await call('contractReview', { id: 'C-77' });
  await call('onboarding', { email: 'mara@example.com' });
  for (let number = 11; number < 16; number += 1) await call('orderIntake', order(number));
  for (const text of [...tickets, ...tickets]) await call('ticketTriage', { text });
  for (let run = 0; run < 3; run += 1) await launch('invoiceSync');
  begin('refundApproval', { customer: 'Mara Lindqvist', amount: 42 });
  const approved = await found('refundApproval', 'paused');
  await made(api, 'POST', `/executions/${approved}/resume`, { data: { approved: true } });
  await found('refundApproval', 'success');
  await Promise.all(brokenOrders);
  await call('orderIntake', order(16, { customer: 'cus_new' }));
  const lastBroken = call('orderIntake', order(17, broken));
  for (let number = 18; number < 22; number += 1) await call('orderIntake', order(number));
  await delivered(
    'orderIntake',
    'succeeded at the third attempt',
    (one) => one.attemptCount === 3 && one.state === 'succeeded',
  );
  await delivered(
    'orderIntake',
    'is due for a fourth attempt',
    (one) => one.attemptCount === 3 && one.state === 'pending',
  );
  await lastBroken;
  // What is still under way begins last.
  await launch('nightlyPayouts');
  await found('nightlyPayouts', 'paused');
  await launch('nightlyPayouts');
  begin('refundApproval', { customer: 'Jonas Weber', amount: 310 });
  begin('ticketTriage', { text: 'Please hold the line' });
  await found('ticketTriage', 'running');
  return {
    workflows: Object.fromEntries(
      Object.entries(workflows).map(([name, { id }]) => [name, id]),
    ) as Record<WorkflowName, string>,
    executions: {
      succeeded: await found('orderIntake', 'success', 10),
      failed: await found('orderIntake', 'error', 3),
      timedOut: await found('contractReview', 'error'),
      waiting: await found('refundApproval', 'paused'),
      cancelled,
      queued: await found('nightlyPayouts', 'queued'),
    },
    close: () => {
      outside.close();
    },
  };
}
