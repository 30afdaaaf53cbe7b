import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  openSubscribedWorkflow,
  receiverUrl,
  type SubscribedWorkflow,
} from '../testing/subscribed-workflow.js';

let on: SubscribedWorkflow;
beforeAll(async () => {
  on = await openSubscribedWorkflow();
});
afterAll(() => on.close());

describe('subscriptions that were switched off', () => {
  it('are active again with one call, which also begins to send what they missed', async () => {
    const { id } = (await on.call('POST', '', { url: receiverUrl })).body.data as { id: string };
    await on.base.database.pool.query(
      `update subscription set active = false, deactivated_reason = 'REPEATED_EXHAUSTION', deactivated_at = now(),
         exhausted_run = 20, failing_since = now() - interval '2 days' where id = $1`,
      [id],
    );
    expect((await on.call('GET', `/${id}`)).body.data).toMatchObject({
      deactivatedReason: 'REPEATED_EXHAUSTION',
      deactivatedAt: expect.any(String),
      exhaustedInARow: 20,
    });
    const { status, body } = await on.call('POST', `/${id}/activate`, {});
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      active: true,
      deactivatedReason: null,
      exhaustedInARow: 0,
      recovery: { subscriptionId: id, states: ['suppressed'], state: 'running', matching: 0 },
    });
    const without = await on.call('POST', `/${id}/activate`, { replaySuppressed: false });
    expect(without.body.data.recovery).toBeNull();
  });

  it('lose the reason of their deactivation when they are activated again', async () => {
    const { id } = (await on.call('POST', '', { url: receiverUrl })).body.data as { id: string };
    await on.base.database.pool.query(
      "update subscription set active = false, deactivated_reason = 'GONE' where id = $1",
      [id],
    );
    expect((await on.call('GET', `/${id}`)).body.data).toMatchObject({
      active: false,
      deactivatedReason: 'GONE',
    });
    expect((await on.call('PATCH', `/${id}`, { active: true })).body.data).toMatchObject({
      active: true,
      deactivatedReason: null,
    });
  });
});
