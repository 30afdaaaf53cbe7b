import { describe, expect, it } from '@jest/globals';
import type { RecordTypes } from '@libs/contracts';
import { changeOfAction } from './workflow-change.js';

type Requested = RecordTypes['ManagementActionRequested'];
type Ended = RecordTypes['ManagementActionEnded'];

const workflowId = '0197d3a0-0000-7000-8000-000000000001';
const asked = (action: string, path: string): Requested =>
  ({
    action,
    path,
    workspaceId: 'w',
    keyId: 'key',
    userId: null,
  }) as Partial<Requested> as Requested;
const done = (status: number, targetId: string | null): Ended =>
  ({ status, targetId }) as Partial<Ended> as Ended;

describe('changeOfAction', () => {
  it.each([
    ['createWorkflow', '/api/v1/workflows', workflowId],
    ['updateWorkflow', `/api/v1/workflows/${workflowId}`, null],
    ['deployWorkflowVersion', `/api/v1/workflows/${workflowId}/versions/3/deploy`, '3'],
  ])('finds the workflow of %s', (action, path, targetId) => {
    expect(changeOfAction(asked(action, path), done(200, targetId))).toMatchObject({
      ...{ topic: 'workflows', id: workflowId, workflowId, status: action, by: 'key' },
    });
  });

  it('has nothing to tell of refused actions and of others', () => {
    const path = `/api/v1/workflows/${workflowId}`;
    expect(changeOfAction(asked('updateWorkflow', path), done(412, null))).toBeNull();
    expect(changeOfAction(asked('createApiKey', '/api/v1/api-keys'), done(201, 'k'))).toBeNull();
  });
});
