/** Two versions of a workflow, and what the server says of its subscriptions. */
import { emptyDraft } from '../src/core/subscription/subscription-draft.js';
import { schedulePreview, deployers, versionPages } from '../src/data/versions.queries.js';
import { lastDeliveries, sampleEvent, workflowDeliveries } from '../src/data/sample.queries.js';
import { currentSession } from '../src/data/session.queries.js';
import { workflowSubscriptions, workspaceSubscriptions } from '../src/data/workflow.queries.js';

export const ws = 'w';
export const workflowId = 'intake';

const trigger = { id: 'hook', type: 'webhook', name: 'Order received', config: { path: 'orders' } };
const common = [
  trigger,
  {
    id: 'customer',
    type: 'api',
    name: 'Fetch customer',
    config: { method: 'GET', url: 'https://crm.example/customers' },
  },
  {
    id: 'known',
    type: 'condition',
    name: 'Known customer?',
    config: { conditions: [{ port: 'known' }, { port: 'unknown' }] },
  },
  { id: 'reject', type: 'response', name: 'Reject', config: { status: 409 } },
];
const accept = {
  id: 'accept',
  type: 'response',
  name: 'Accept',
  config: { status: 201, body: {} },
};
const way = [
  { from: 'hook', to: 'customer' },
  { from: 'customer', to: 'known' },
  { from: 'known', to: 'reject', port: 'unknown' },
];
const charge = (amount: string, attempts: number, more = {}) => ({
  id: 'charge',
  type: 'api',
  name: 'Charge card',
  config: {
    ...{ method: 'POST', url: 'https://pay.fjord.example/charges', body: { amount } },
    ...{ retry: { attempts }, ...more },
  },
});

export const olderText = JSON.stringify({
  blocks: [
    ...common,
    { id: 'currency', type: 'function', name: 'Convert currency', config: { code: 'return 1;' } },
    charge('<orderreceived.body.total>', 5),
    accept,
  ],
  edges: [
    ...way,
    { from: 'known', to: 'currency', port: 'known' },
    { from: 'currency', to: 'charge' },
    { from: 'charge', to: 'accept' },
  ],
});

export const newerText = JSON.stringify({
  blocks: [
    ...common,
    charge('<orderreceived.body.cents>', 3, {
      headers: { 'idempotency-key': '<orderreceived.body.orderId>', key: '{{PAY_KEY}}' },
    }),
    {
      id: 'notify',
      type: 'api',
      name: 'Notify warehouse',
      config: { method: 'POST', url: 'https://wms.example/notices' },
    },
    { ...accept, config: { status: 201, body: { orderId: '<orderreceived.body.orderId>' } } },
  ],
  edges: [
    ...way,
    { from: 'known', to: 'charge', port: 'known' },
    { from: 'charge', to: 'notify' },
    { from: 'charge', to: 'accept' },
  ],
});

const at = '2026-11-28T10:00:00.000Z';
const session = {
  user: { id: 'ines', name: 'Ines Rocha' },
  workspaces: [{ id: ws, name: 'Northwind', role: 'editor', onboardingOpen: false }],
};

const subscription = (id: string, url: string, over: object = {}) => ({
  ...{ id, url, workflowId, workspaceId: ws, hasSecret: true, headerNames: [], maxPerSecond: 20 },
  ...{ includeFinalOutput: false, includeTraceSpans: false, includeRateLimits: false },
  ...{ includeUsageData: false, active: true, levelFilter: ['info', 'error'] },
  triggerFilter: [...emptyDraft(null).triggers],
  breaker: { state: 'closed', since: null, reason: null, heldBack: 0, nextProbeAt: null },
  lastAttempt: { at, status: 202, errorCode: null, latencyMs: 86 },
  ...over,
});

const delivery = (id: string, subscriptionId: string, state: string, attemptCount = 1) => ({
  ...{ id, subscriptionId, state, attemptCount, workflowId, executionId: `0197f2b4-${id}91d0e55a` },
  ...{ nextDueAt: null, reason: null, createdAt: at },
});

const body = (more: object): string =>
  JSON.stringify({
    ...{ id: 'evt_sample', type: 'workflow.execution.completed', timestamp: 1_795_255_200_842 },
    data: {
      ...{ workflowId: 'wf_order_intake', executionId: '91d0e55a', status: 'success' },
      ...{ level: 'info', trigger: 'webhook', totalDurationMs: 842, cost: { total: 0.0021 } },
      ...more,
    },
    links: { log: '/v1/logs/91d0e55a' },
  });

const sample = (more: object) => ({ data: { body: body(more), executionId: '91d0e55a' } });
const sent = [
  delivery('1', 'erp', 'succeeded'),
  delivery('2', 'erp', 'succeeded', 3),
  delivery('3', 'erp', 'exhausted', 5),
  delivery('4', 'all', 'succeeded'),
];
const erp = subscription('erp', 'https://erp.northwind.example/hooks/orders', {
  includeFinalOutput: true,
});

export const versionAnswers = [
  [currentSession().queryKey, session],
  [
    versionPages(ws, workflowId).queryKey,
    {
      pages: [{ data: [{ version: 12, note: null, deployedBy: 'ines', createdAt: at }] }],
      pageParams: [undefined],
    },
  ],
  [
    deployers(ws).queryKey,
    { data: [{ userId: 'ines', name: 'Ines Rocha', email: null, role: 'editor', createdAt: at }] },
  ],
  [
    schedulePreview(ws, { cron: '0 6 * * *', everySeconds: null, timezone: 'Europe/Lisbon' })
      .queryKey,
    { data: { times: ['2126-11-29T06:00:00.000Z'] } },
  ],
  [
    workflowSubscriptions(ws, workflowId).queryKey,
    {
      data: [
        erp,
        subscription('billing', 'https://billing.fjord.example/flowledger', {
          levelFilter: ['error'],
          breaker: { state: 'probing', since: at, reason: null, heldBack: 3, nextProbeAt: at },
        }),
      ],
    },
  ],
  [
    workspaceSubscriptions(ws).queryKey,
    { data: [subscription('all', 'https://ledger-sink.internal:8443/in', { workflowId: null })] },
  ],
  [workflowDeliveries(ws, workflowId).queryKey, { data: sent }],
  [
    lastDeliveries(ws, { workflowId, subscriptionId: 'erp' }).queryKey,
    { data: sent.filter(({ subscriptionId }) => subscriptionId === 'erp') },
  ],
  [lastDeliveries(ws, { workflowId, subscriptionId: 'billing' }).queryKey, { data: [] }],
  [sampleEvent(ws, workflowId, []).queryKey, sample({})],
  [
    sampleEvent(ws, workflowId, ['includeFinalOutput']).queryKey,
    sample({ finalOutput: { status: 201, data: { orderId: 'SO-20418' } } }),
  ],
  [
    sampleEvent(ws, workflowId, ['includeFinalOutput', 'includeUsageData']).queryKey,
    sample({
      finalOutput: { status: 201, data: { orderId: 'SO-20418' } },
      usage: { plan: 'team', limit: 250 },
    }),
  ],
] as const;
