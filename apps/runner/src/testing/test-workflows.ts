/** Workflows that the runner's contract specs run. */
import { orderIntake, type TestDefinition } from '../../../../test/support/workflows.js';

/** The order intake, whose response shows the result of the call. */
export const slice = (url: string): TestDefinition => {
  const { blocks, edges } = orderIntake('p', url);
  const config = { status: 201, body: { got: '<api.data>', id: '<webhook.body.id>' } };
  return { blocks: blocks.map((one) => (one.id === 'yes' ? { ...one, config } : one)), edges };
};

/** hook -> call, with long pauses between its attempts. */
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

/** Returns the headers and the body that it received. */
export const echoing: object = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'p' } },
    {
      id: 'echo',
      type: 'variables',
      name: 'Echo',
      config: { values: { headers: '<webhook.headers>', body: '<webhook.body>' } },
    },
  ],
  edges: [{ from: 'hook', to: 'echo' }],
};
