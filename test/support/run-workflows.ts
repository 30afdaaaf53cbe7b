/** Workflows that start others, and what became of their executions. */
import { expect } from '@jest/globals';
import type { Cluster } from './cluster.js';
import { eventually } from './eventually.js';

export interface Draft {
  readonly blocks: readonly object[];
  readonly edges: readonly object[];
}

export interface Block {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly config: object;
}

export const start: Block = { id: 'start', type: 'manual', name: 'start', config: {} };

export const callOf = (url: string): Block => ({
  ...{ id: 'call', type: 'api', name: 'call' },
  config: { method: 'POST', url },
});

export const childOf = (workflowId: string): Block => ({
  ...{ id: 'child', type: 'workflow', name: 'child', config: { workflowId } },
});

export const chainOf = (block: Block): Draft => ({
  blocks: [start, block],
  edges: [{ from: 'start', to: block.id }],
});

type WithApi = Pick<Cluster, 'api'>;

export async function save({ api }: WithApi, definition: Draft): Promise<string> {
  const created = await api.call('POST', '/api/v1/workflows', { name: 'w', definition });
  expect(created.status).toBe(201);
  return created.json.data.id as string;
}

export async function deploy({ api }: WithApi, id: string): Promise<string> {
  expect((await api.call('POST', `/api/v1/workflows/${id}/deploy`)).status).toBe(200);
  return id;
}

export async function begin({ api }: WithApi, workflowId: string): Promise<string> {
  const path = `/api/v1/workflows/${workflowId}/execute`;
  const started = await api.call('POST', path, {}, { 'x-execution-mode': 'async' });
  expect(started.status).toBe(202);
  return started.json.data.executionId as string;
}

export const statusOf = async (
  { api }: WithApi,
  executionId: string,
): Promise<string | undefined> =>
  (await api.call('GET', `/api/v1/executions/${executionId}`)).json?.data?.status;

export const reaches = (of: WithApi, executionId: string, status: string): Promise<unknown> =>
  eventually(
    `${executionId} is ${status}`,
    async () => (await statusOf(of, executionId)) === status,
    { withinMs: 170_000 },
  );
