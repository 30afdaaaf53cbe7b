/** Saves, deploys and runs workflows through the API, and waits for what becomes of them. */
import { expect } from '@jest/globals';
import type { Cluster } from './cluster.js';
import { eventually } from './eventually.js';

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

export const chainOf = (block: Block): object => ({
  blocks: [start, block],
  edges: [{ from: 'start', to: block.id }],
});

type WithApi = Pick<Cluster, 'api'>;

export async function save({ api }: WithApi, definition: object, name = 'w'): Promise<string> {
  const created = await api.call('POST', '/api/v1/workflows', { name, definition });
  expect([created.status, created.json]).toMatchObject([201, { data: { name } }]);
  return created.json.data.id as string;
}

export async function deploy({ api }: WithApi, id: string): Promise<string> {
  expect((await api.call('POST', `/api/v1/workflows/${id}/deploy`)).status).toBe(200);
  return id;
}

export const saveAndDeploy = async (
  of: WithApi,
  definition: object,
  name?: string,
): Promise<string> => deploy(of, await save(of, definition, name));

/** Starts it without waiting for its end; resolves to the execution's id. */
export async function begin(
  { api }: WithApi,
  workflowId: string,
  input: object = {},
): Promise<string> {
  const path = `/api/v1/workflows/${workflowId}/execute`;
  const started = await api.call('POST', path, input, { 'x-execution-mode': 'async' });
  expect(started.status).toBe(202);
  return started.json.data.executionId as string;
}

interface ExecutionState {
  readonly status: string;
  readonly output: unknown;
  readonly endedAt: string | null;
}

const stateOf = async ({ api }: WithApi, id: string): Promise<ExecutionState | undefined> =>
  (await api.call('GET', `/api/v1/executions/${id}`)).json?.data;

export const statusOf = async (of: WithApi, executionId: string): Promise<string | undefined> =>
  (await stateOf(of, executionId))?.status;

const patient = { withinMs: 170_000 };

/** Resolves when each of them has this status. */
export function reaches(
  of: WithApi,
  executions: string | readonly string[],
  status: string,
): Promise<unknown> {
  const ids = [executions].flat();
  return eventually(
    `${ids.join(', ')} reach ${status}`,
    async () => {
      const statuses = await Promise.all(ids.map((id) => statusOf(of, id)));
      return statuses.every((one) => one === status);
    },
    patient,
  );
}

export const ended = (of: WithApi, executionId: string): Promise<ExecutionState> =>
  eventually(
    `${executionId} has ended`,
    async () => {
      const state = await stateOf(of, executionId);
      return state?.endedAt == null ? null : state;
    },
    patient,
  );
