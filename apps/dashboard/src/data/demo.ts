/** The demo workflow: its address, its command, its deliveries. */
import { type NamedWorkflow } from './workflows.queries.js';
import { answered, call } from './ask.js';

const demoName = 'Demo order intake';
const demoOrder = { id: 'A-1', amount: 42 };

export const findDemo = (workflows: readonly NamedWorkflow[]): NamedWorkflow | null =>
  workflows.find(({ name, triggerUrl }) => name === demoName && triggerUrl !== undefined) ?? null;

export interface DemoAnswer {
  readonly status: number;
  readonly text: string;
  readonly executionId: string;
}

/**
 * Calls the trigger as a program does: without the session. The address is of this page's origin,
 * whatever name the server gives itself.
 */
export async function runDemo(triggerUrl: string): Promise<DemoAnswer> {
  const response = await answered(new URL(triggerUrl).pathname, {
    method: 'POST',
    credentials: 'omit',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(demoOrder),
  });
  const executionId = response.headers.get('x-execution-id') ?? '';
  return { status: response.status, text: (await response.text()).slice(0, 4_000), executionId };
}

/** The newest delivery for an execution; null until there is one. */
export async function deliveryOf(
  workspaceId: string,
  workflowId: string,
  executionId: string,
  signal: AbortSignal,
) {
  const path = { workflowId };
  const { data } = await call(workspaceId, 'listSubscriptions', { path }, signal);
  for (const { id } of data) {
    const found = await call(
      workspaceId,
      'listDeliveries',
      { path: { subscriptionId: id }, query: { limit: 20 } },
      signal,
    );
    const one = found.data.find((delivery) => delivery.executionId === executionId);
    if (one !== undefined) return one;
  }
  return null;
}
