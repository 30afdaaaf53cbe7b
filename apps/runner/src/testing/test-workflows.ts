/** Workflows that the runner's contract specs run. */
import type { WorkflowDefinition } from '@libs/workflow';

/** hook -> call -> condition -> one of two responses. */
export const slice = (url: string): Pick<WorkflowDefinition, 'blocks' | 'edges'> => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'p' } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: {
        method: 'POST',
        url: `${url}/orders/:id`,
        pathParams: { id: '<webhook.body.id>' },
        body: { order: '<webhook.body>' },
        retry: { maxRetries: 2, initialDelayMs: 5, maxDelayMs: 10 },
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
      name: 'Yes',
      config: { status: 201, body: { got: '<api.data>', id: '<webhook.body.id>' } },
    },
    {
      id: 'no',
      type: 'response',
      name: 'No',
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

/** hook -> call, which pauses for long between its tries. */
export const patient = (url: string): object => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'p' } },
    {
      id: 'call',
      type: 'api',
      name: 'API',
      config: { url, retry: { maxRetries: 2, initialDelayMs: 40_000, maxDelayMs: 50_000 } },
    },
  ],
  edges: [{ from: 'hook', to: 'call' }],
});
