import { describe, expect, it } from '@jest/globals';
import type { RecordTypes } from '@libs/contracts';
import { changeOfAction } from './managed-change.js';

type Requested = RecordTypes['ManagementActionRequested'];
type Ended = RecordTypes['ManagementActionEnded'];

const workflowId = '0197d3a0-0000-7000-8000-000000000001';
const subscriptionId = '0197d3a0-0000-7000-8000-000000000002';
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

  it.each([
    ['putWorkflowPin', 'pins'],
    ['deleteWorkflowPin', 'pins'],
    ['replaceWorkflowTests', 'tests'],
    ['putWorkflowTest', 'tests'],
    ['deleteWorkflowTest', 'tests'],
  ])('tells of what is beside a draft after %s', (action, topic) => {
    const path = `/api/v1/workflows/${workflowId}/${topic}/call`;
    expect(changeOfAction(asked(action, path), done(200, 'call'))).toMatchObject({
      ...{ topic, id: workflowId, workflowId, by: 'key' },
    });
  });

  it.each([
    ['createWorkspaceSubscription', '/api/v1/subscriptions', subscriptionId, null],
    [
      'createSubscription',
      `/api/v1/workflows/${workflowId}/subscriptions`,
      subscriptionId,
      workflowId,
    ],
    [
      'changeSubscription',
      `/api/v1/workflows/${workflowId}/subscriptions/${subscriptionId}`,
      null,
      workflowId,
    ],
    [
      'rotateWorkspaceSubscriptionSecret',
      `/api/v1/subscriptions/${subscriptionId}/rotate-secret`,
      null,
      null,
    ],
    [
      'activateWorkspaceSubscription',
      `/api/v1/subscriptions/${subscriptionId}/activate`,
      null,
      null,
    ],
  ])('finds the subscription of %s', (action, path, targetId, of) => {
    expect(changeOfAction(asked(action, path), done(200, targetId))).toMatchObject({
      ...{ topic: 'subscriptions', id: subscriptionId, workflowId: of, status: null, by: 'key' },
    });
  });

  it('has nothing to tell of refused actions and of others', () => {
    const path = `/api/v1/workflows/${workflowId}`;
    expect(changeOfAction(asked('updateWorkflow', path), done(412, null))).toBeNull();
    const tested = `/api/v1/subscriptions/${subscriptionId}/test`;
    expect(changeOfAction(asked('testWorkspaceSubscription', tested), done(200, null))).toBeNull();
    expect(changeOfAction(asked('createApiKey', '/api/v1/api-keys'), done(201, 'k'))).toBeNull();
  });
});
