export interface Block {
  id: string;
  type: string;
  name: string;
  config: Record<string, unknown>;
}
export interface Definition {
  blocks: Block[];
  edges: { from: string; to: string; port?: string }[];
}

/** A typical order intake: a webhook and the blocks after it. */
export const orderIntake = (): Definition => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'order-intake' } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: {
        method: 'POST',
        url: 'https://erp.example/orders/:orderId',
        pathParams: { orderId: '<webhook.body.id>' },
        query: [{ key: 'source', value: 'hook' }],
        headers: [{ key: 'Authorization', value: 'Bearer {{ERP_TOKEN}}' }],
        body: { order: '<webhook.body>' },
        timeoutMs: 30000,
        retry: { maxRetries: 3, initialDelayMs: 500, maxDelayMs: 30000 },
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
      config: { status: 200, headers: [], body: { order: '<api.data>' } },
    },
    {
      id: 'no',
      type: 'response',
      name: 'Refused',
      config: { status: 502, body: { message: '<api.error.message>' } },
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

export function changedDefinition(change: (definition: Definition) => void): Definition {
  const definition = orderIntake();
  change(definition);
  return definition;
}
