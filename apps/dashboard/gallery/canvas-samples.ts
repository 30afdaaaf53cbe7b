import type { DrawnDefinition } from '../src/core/workflow-graph/workflow-graph.js';
import type { BlockStatus } from '../src/parts/canvas/status-store.js';

type Block = DrawnDefinition['blocks'][number];
type Statuses = readonly (readonly [string, BlockStatus])[];

export interface CanvasSample {
  readonly name: string;
  readonly definition: DrawnDefinition;
  readonly statuses: Statuses;
  readonly selected: string | null;
}

const block = (id: string, type: string, name: string, config: Block['config'] = {}): Block => ({
  id,
  type,
  name,
  config,
});

const chain = (...ids: string[]): DrawnDefinition['edges'] =>
  ids.slice(1).map((to, at) => ({ from: ids[at] ?? '', to }));

const api = (method: string, url: string): Block['config'] => ({ method, url });

const demoBlocks = [
  block('hook', 'webhook', 'Order received', { path: 'demo-order' }),
  block('call', 'api', 'Call the order API', api('POST', 'http://127.0.0.1:3010/orders')),
  block('check', 'condition', 'Accepted?', { conditions: [{ port: 'yes' }] }),
  block('answer', 'response', 'Answer the caller', { status: 200 }),
];

const demo: CanvasSample = {
  name: 'The demo, as it ran',
  definition: {
    blocks: demoBlocks,
    edges: [...chain('hook', 'call', 'check'), { from: 'check', to: 'answer', port: 'yes' }],
  },
  statuses: [
    ['hook', { status: 'success', ports: ['out'] }],
    ['call', { status: 'success', detail: '200 in 23 ms', ports: ['out'] }],
    ['check', { status: 'success', detail: 'yes', ports: ['yes'] }],
    ['answer', { status: 'success', detail: '200, 61 ms in all', ports: ['out'] }],
  ],
  selected: null,
};

const intakeDefinition: DrawnDefinition = {
  blocks: [
    block('hook', 'webhook', 'Order received', { path: 'orders', methods: ['POST'] }),
    block('customer', 'api', 'Fetch customer', api('GET', 'https://crm.example/customers')),
    block('known', 'condition', 'Known customer?', {
      conditions: [{ port: 'known', expression: '<fetchcustomer.data.id> !== null' }, {}],
    }),
    block('reject', 'response', 'Reject', { status: 409 }),
    block('risk', 'agent', 'Assess fraud risk', { model: 'gpt-4.1-mini' }),
    block('lines', 'loop', 'For each line', {
      type: 'forEach',
      items: '<orderreceived.body.lines>',
    }),
    block('reserve', 'api', 'Reserve stock', api('POST', 'https://wms.example/reservations')),
    block('ask', 'approval', 'Ask a person', { message: 'Charge it?', expiresInMs: 86_400_000 }),
    block('charge', 'api', 'Charge card', api('POST', 'https://pay.fjord.example/charges')),
    block('accept', 'response', 'Accept', { status: 201 }),
  ],
  edges: [
    ...chain('hook', 'customer', 'known'),
    { from: 'known', to: 'risk', port: 'known' },
    { from: 'known', to: 'reject', port: 'unknown' },
    { from: 'risk', to: 'lines' },
    { from: 'risk', to: 'ask', port: 'high risk' },
    { from: 'lines', to: 'reserve', port: 'each' },
    ...chain('lines', 'charge', 'accept'),
    { from: 'ask', to: 'charge' },
  ],
};

const intake: CanvasSample = {
  name: 'Order intake, failed',
  definition: intakeDefinition,
  statuses: [
    ['hook', { status: 'success', ports: ['out'] }],
    ['customer', { status: 'success', ports: ['out'] }],
    ['known', { status: 'success', ports: ['known'] }],
    ['reject', { status: 'skipped' }],
    ['risk', { status: 'success', ports: ['out'] }],
    ['lines', { status: 'success', ports: ['out'], iterations: { ok: 3, failed: 0, total: 3 } }],
    ['reserve', { status: 'success', ports: ['out'] }],
    ['ask', { status: 'skipped' }],
    ['charge', { status: 'error', detail: 'HTTP 402, third try', ports: [] }],
    ['accept', { status: 'skipped' }],
  ],
  selected: 'charge',
};

const figures: Statuses = [
  ['hook', '4 ms'],
  ['customer', '318 ms'],
  ['known', '2 ms'],
  ['risk', '1.2 s'],
  ['reserve', '150 ms'],
  ['charge', '296 ms'],
  ['accept', '1 ms'],
].map(([id = '', figure = '']) => [id, { status: null, figure }] as const);

export const draftSample: CanvasSample = {
  name: 'Order intake, as it is written',
  definition: intakeDefinition,
  statuses: figures,
  selected: 'charge',
};

const states = [
  ['queued', {}],
  ['running', {}],
  ['retrying', { detail: 'HTTP 503, next try in 9 s', tries: 2 }],
  ['waiting', { detail: 'For an answer, 23 h left' }],
  ['success', { detail: '200 in 23 ms' }],
  ['error', { detail: 'HTTP 402, third try', tries: 3 }],
  ['cancelled', {}],
  ['skipped', {}],
  ['draft', {}],
] as const;

const everyStatus: CanvasSample = {
  name: 'Every status, a router and tools',
  definition: {
    blocks: [
      block('at', 'schedule', 'Every night', { cron: '30 2 * * *', timezone: 'Europe/Berlin' }),
      block('by', 'router', 'By status', { routes: states.map(([port]) => ({ port })) }),
      ...states.map(([state], at) =>
        block(state, ['api', 'function', 'wait'][at % 3] ?? 'api', `Block ${at + 1}`, {
          ...api('GET', 'https://api.shop.example/orders/:id'),
          ...{ code: 'return 1;', durationMs: 60_000 },
        }),
      ),
      block('agent', 'agent', 'Answer the customer', {
        model: 'gpt-4.1-mini',
        tools: [{ block: 'Find order' }, { block: 'Find invoice' }],
      }),
      block('order', 'api', 'Find order', api('GET', 'https://shop.example/orders')),
      block('invoice', 'api', 'Find invoice', api('GET', 'https://books.example/invoices')),
      block('all', 'parallel', 'Each account', { items: '<everynight.accounts>' }),
      block('big', 'loop', 'Each page', { type: 'count', count: 12 }),
      block('page', 'api', 'Read a page', api('GET', '<vars.base>/pages')),
      block('done', 'workflow', 'Tell the team'),
      block('note', 'note', 'Why at night', {
        text: 'The books close at two.\nBefore that an invoice may still change.',
      }),
    ],
    edges: [
      { from: 'at', to: 'by' },
      ...states.map(([port]) => ({ from: 'by', to: port, port })),
      { from: 'queued', to: 'agent' },
      { from: 'running', to: 'agent' },
      { from: 'agent', to: 'all' },
      { from: 'agent', to: 'done', port: 'error' },
      { from: 'all', to: 'big', port: 'each' },
      { from: 'big', to: 'page', port: 'each' },
      { from: 'all', to: 'done' },
    ],
  },
  statuses: [
    ['at', { status: 'success', ports: ['out'] }],
    ['by', { status: 'success', detail: 'queued', ports: ['queued', 'running'] }],
    ...states.map(([state, more]) => [state, { status: state, ...more }] as const),
    ['all', { status: 'running', iterations: { ok: 7, failed: 1, total: 40 } }],
    ['big', { status: 'error', iterations: { ok: 11, failed: 1, total: 12 } }],
    ['page', { status: 'running' }],
  ],
  selected: null,
};

/** A workflow of any size: series, branches, joins and containers. Equal seeds give equal ones. */
export function manyBlocks(count: number, seed = 7): DrawnDefinition {
  let state = seed;
  const random = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const types = ['api', 'function', 'agent', 'variables', 'condition', 'wait', 'approval'];
  const blocks = [block('b0', 'webhook', 'Order received', { path: 'orders' })];
  const edges: { from: string; to: string; port?: string }[] = [];
  let ends = ['b0'];
  const add = (type = types[random(types.length)] ?? 'api'): string => {
    const id = `b${blocks.length}`;
    const config = type === 'api' ? api('GET', `https://crm.example/things/${id}`) : {};
    blocks.push(block(id, type, `Block ${blocks.length}`, config));
    return id;
  };
  const join = (from: string, to: string, port?: string): void =>
    void edges.push({ from, to, ...(port !== undefined && { port }) });
  while (blocks.length < count) {
    const from = ends[random(ends.length)] ?? 'b0';
    const kind = random(20);
    if (kind < 12 || (ends.length > 6 && kind < 17)) {
      const next = add();
      join(from, next);
      ends = ends.map((end) => (end === from ? next : end));
    } else if (kind < 15) {
      const ways = Array.from({ length: 2 + random(2) }, () => add());
      for (const [at, way] of ways.entries()) join(from, way, `case ${at + 1}`);
      ends = [...ends.filter((end) => end !== from), ...ways];
    } else if (kind < 17) {
      const loop = add('loop');
      const [first, second] = [add('api'), add('function')];
      join(from, loop);
      join(loop, first, 'each');
      join(first, second);
      ends = ends.map((end) => (end === from ? loop : end));
    } else if (ends.length > 1) {
      const other = ends.find((end) => end !== from) ?? from;
      const next = add();
      join(from, next);
      join(other, next);
      ends = [...ends.filter((end) => end !== from && end !== other), next];
    }
  }
  return { blocks, edges };
}

export function largeSample(count: number): CanvasSample {
  const definition = manyBlocks(count);
  const names = ['success', 'success', 'success', 'running', 'success', 'skipped', 'error'];
  return {
    name: `${count} blocks`,
    definition,
    statuses: definition.blocks.map(({ id }, at) => [
      id,
      { status: names[(at * 5) % names.length] ?? 'success' },
    ]),
    selected: null,
  };
}

export const canvasSamples: readonly CanvasSample[] = [demo, intake, draftSample, everyStatus];
