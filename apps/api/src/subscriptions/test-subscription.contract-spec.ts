import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { verifies } from '../../../../test/support/delivery-fixtures.js';
import { answer, startReceiver } from '../../../../test/support/receiver.js';
import { openSubscribedWorkflow, type SubscribedWorkflow } from '../testing/subscribed-workflow.js';

let on: SubscribedWorkflow;
beforeAll(async () => {
  on = await openSubscribedWorkflow();
});
afterAll(() => on.close());

describe('subscriptions', () => {
  it('are tested with a marked and signed event, and what came back is the answer', async () => {
    const receiver = await startReceiver(() => answer(418, { 'x-kind': 'teapot' }, 'short'));
    const secret = 'a secret of some length';
    const made = await on.call('POST', '', { url: receiver.url, secret, active: false });
    const { id } = made.body.data as { id: string };
    const { status, body } = await on.call('POST', `/${id}/test`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 418,
      errorCode: null,
      responseBody: 'short',
      responseHeaders: { 'x-kind': 'teapot' },
    });
    const [request] = receiver.requests;
    expect(receiver.requests).toHaveLength(1);
    expect(verifies(request!, secret)).toBe(true);
    expect(request!.headers['service-delivery-id']).toBe(body.data.deliveryId);
    expect(JSON.parse(request!.body.toString())).toMatchObject({
      type: 'workflow.execution.completed',
      test: true,
      data: { workflowId: on.workflowId },
    });
    await receiver.close();
    expect((await on.call('POST', `/${id}/test`)).body.data).toMatchObject({
      status: null,
      errorCode: 'CONNECTION_REFUSED',
    });
  });
});
