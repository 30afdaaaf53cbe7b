export interface TestDefinition {
  blocks: { id: string; type: string; name: string; config: Record<string, unknown> }[];
  edges: { from: string; to: string; port?: string }[];
  concurrency?: { limit: number };
}

/** webhook -> HTTP call -> condition -> response or error response. */
export const orderIntake = (path: string, url: string): TestDefinition => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: {
        method: 'POST',
        url: `${url}/orders/:orderId`,
        pathParams: { orderId: '<webhook.body.id>' },
        query: [{ key: 'source', value: 'hook' }],
        body: { order: '<webhook.body>' },
        retry: { maxRetries: 2, initialDelayMs: 10, maxDelayMs: 50 },
      },
    },
    {
      id: 'check',
      type: 'condition',
      name: 'Check',
      config: {
        conditions: [{ port: 'ok', expression: '<api.status> === 200' }, { port: 'else' }],
      },
    },
    {
      id: 'yes',
      type: 'response',
      name: 'Accepted',
      config: {
        status: 200,
        body: { status: 'success', order: '<api.data>', echo: '<webhook.body>' },
      },
    },
    {
      id: 'no',
      type: 'response',
      name: 'Refused',
      config: { status: 502, body: { status: 'error', message: '<api.error.message>' } },
    },
  ],
  edges: [
    { from: 'hook', to: 'call' },
    { from: 'call', to: 'check' },
    { from: 'check', port: 'ok', to: 'yes' },
    { from: 'check', port: 'else', to: 'no' },
    { from: 'call', port: 'error', to: 'no' },
  ],
});

/** webhook -> a loop of `n` iterations, each with an output of almost 5 MB. */
export const hoarder = (path: string): TestDefinition => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    {
      id: 'loop',
      type: 'loop',
      name: 'Loop',
      config: { type: 'count', count: '<webhook.body.n>' },
    },
    {
      id: 'make',
      type: 'function',
      name: 'Make',
      config: { code: 'return "x".repeat(4_900_000) + <loop.index>' },
    },
  ],
  edges: [
    { from: 'hook', to: 'loop' },
    { from: 'loop', port: 'each', to: 'make' },
  ],
});

/** webhook -> first call -> second call, no response block: asynchronous. */
export const twoCalls = (path: string, url: string): TestDefinition => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    {
      id: 'one',
      type: 'api',
      name: 'One',
      config: { method: 'POST', url: `${url}/one`, body: '<webhook.body>' },
    },
    {
      id: 'two',
      type: 'api',
      name: 'Two',
      config: { method: 'POST', url: `${url}/two`, body: '<one.data>' },
    },
  ],
  edges: [
    { from: 'hook', to: 'one' },
    { from: 'one', to: 'two' },
  ],
});

/**
 * webhook -> call -> wait, parked meanwhile -> call: asynchronous.
 * @param durationMs also a reference to such a number
 */
export const withWait = (
  path: string,
  url: string,
  durationMs: number | string,
): TestDefinition => {
  const { blocks } = twoCalls(path, url);
  return {
    blocks: [...blocks, { id: 'pause', type: 'wait', name: 'Pause', config: { durationMs } }],
    edges: [
      { from: 'hook', to: 'one' },
      { from: 'one', to: 'pause' },
      { from: 'pause', to: 'two' },
    ],
  };
};
