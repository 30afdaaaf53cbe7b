/** Logs of workflows that were changed, redeployed or deleted after the run. */
import { describe, expect, it } from '@jest/globals';
import { logIdOf } from '@libs/contracts';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import { type Answer, type Refusal, validDefinition } from '../../testing/test-api.js';

const api = openLogWorkspace();

const call = async <Of = Refusal>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<Answer<Of>> => {
  const answer = await api.call<Of>(method, path, { ...(body && { body }) });
  expect(answer.status).toBeLessThan(300);
  return answer;
};

/** @returns the id of a workflow with one version that listens on `path` */
async function deployed(path: string): Promise<string> {
  const body = { name: `Called by ${path}`, definition: validDefinition(path) };
  const { id } = (await call<'createWorkflow'>('POST', 'workflows', body)).body.data;
  await call('POST', `workflows/${id}/deploy`);
  return id;
}

/** @returns the id of an execution of that version */
async function ran(
  workflowId: string,
  workflowName: string,
  deploymentVersion: number,
): Promise<string> {
  const executionId = randomUUID();
  await insertLogRow(
    api,
    { ...api.tenant, workflowId },
    { executionId, workflowName, deploymentVersion },
  );
  return executionId;
}

describe('the log of a changed or deleted workflow', () => {
  it('shows the definition that ran, also after a new deployment and after deletion', async () => {
    const workflowId = await deployed('first');
    const first = await ran(workflowId, 'Called by first', 1);
    const stateOf = async (executionId: string): Promise<unknown> =>
      (await call<'getExecutionLog'>('GET', `logs/executions/${executionId}`)).body.workflowState;
    const original = await stateOf(first);
    expect(original).toMatchObject(validDefinition('first'));
    const changed = { name: 'Called by second', definition: validDefinition('second') };
    await call('PUT', `workflows/${workflowId}`, changed);
    expect(await stateOf(first)).toEqual(original);
    const { body } = await call<'deployWorkflow'>('POST', `workflows/${workflowId}/deploy`);
    expect(body.data).toMatchObject({ version: 2 });
    const second = await ran(workflowId, 'Called by second', 2);
    const both = async (): Promise<void> => {
      expect(await stateOf(first)).toEqual(original);
      expect(await stateOf(second)).toMatchObject(validDefinition('second'));
    };
    await both();
    await call('DELETE', `workflows/${workflowId}`);
    await both();
  });

  it('shows the id, name and deletion of the workflow in lists and in its detail', async () => {
    const workflowId = await deployed('deleted');
    const executionId = await ran(workflowId, 'Called by deleted', 1);
    const workflows = async (): Promise<unknown[]> => [
      (await api.list({ executionId, details: 'full' })).body.data[0]?.workflow,
      (await api.list({ workflowIds: workflowId, details: 'full' })).body.data[0]?.workflow,
      (await call<'getLog'>('GET', `logs/${logIdOf(executionId)}`)).body.data.workflow,
    ];
    const shown = { id: workflowId, name: 'Called by deleted', description: null, deleted: false };
    expect(await workflows()).toEqual([shown, shown, shown]);
    await call('DELETE', `workflows/${workflowId}`);
    const gone = { ...shown, deleted: true };
    expect(await workflows()).toEqual([gone, gone, gone]);
  });
});
