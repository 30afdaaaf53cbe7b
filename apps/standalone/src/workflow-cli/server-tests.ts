/** The tests that the server has beside the draft. A server of an earlier release has none. */
import { ApiRefusal, type WorkflowTestList } from '@libs/client';
import type { Server } from './server.js';

const without = (error: unknown): null => {
  if (error instanceof ApiRefusal && error.status === 404) return null;
  throw error;
};

/** As files have them: without ids. Null: the server keeps no tests. */
export async function serverTests(
  server: Server,
  workflowId: string,
): Promise<readonly unknown[] | null> {
  const answer = await server
    .call<WorkflowTestList>('GET', `/workflows/${workflowId}/tests`)
    .catch(without);
  return answer?.data.map(({ test }) => test) ?? null;
}

/**
 * Replaces all; the server keeps the ids of those whose names stay.
 * @returns false when the server keeps no tests
 */
export async function putServerTests(
  server: Server,
  workflowId: string,
  tests: readonly unknown[],
): Promise<boolean> {
  const body = { tests: tests.map((test) => ({ test })) };
  const put = server.call<WorkflowTestList>('PUT', `/workflows/${workflowId}/tests`, { body });
  return (await put.catch(without)) !== null;
}
