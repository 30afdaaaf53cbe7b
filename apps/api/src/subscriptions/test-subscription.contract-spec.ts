import { describe, expect, it } from '@jest/globals';
import { verifies } from '../../../../test/support/delivery-fixtures.js';
import { answer, startReceiver } from '../../../../test/support/receiver.js';
import { openSubscribedWorkflow } from '../testing/subscribed-workflow.js';

const api = openSubscribedWorkflow();

describe('the test of a subscription', () => {
  it('sends a marked and signed event and returns the response of the receiver', async () => {
    const receiver = await startReceiver(() => answer(418, { 'x-kind': 'teapot' }, 'short'));
    const secret = 'a secret of some length';
    const made = await api.subscriptions('POST', '', { url: receiver.url, secret, active: false });
    const { id } = made.body.data;
    const { status, body } = await api.subscriptions<'testSubscription'>('POST', `/${id}/test`);
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
      data: { workflowId: api.workflowId },
    });
    await receiver.close();
    expect(
      (await api.subscriptions<'testSubscription'>('POST', `/${id}/test`)).body.data,
    ).toMatchObject({
      status: null,
      errorCode: 'CONNECTION_REFUSED',
    });
  });
});
