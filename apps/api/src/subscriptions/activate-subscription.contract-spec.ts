import { describe, expect, it } from '@jest/globals';
import { openSubscribedWorkflow, receiverUrl } from '../testing/subscribed-workflow.js';

const api = openSubscribedWorkflow();

describe('inactive subscriptions', () => {
  it('are activated by one call, which also starts a recovery of missed deliveries', async () => {
    const { id } = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    await api.pool.query(
      `update subscription set active = false, deactivated_reason = 'REPEATED_EXHAUSTION', deactivated_at = now(),
         exhausted_run = 20, failing_since = now() - interval '2 days' where id = $1`,
      [id],
    );
    expect((await api.subscriptions('GET', `/${id}`)).body.data).toMatchObject({
      deactivatedReason: 'REPEATED_EXHAUSTION',
      deactivatedAt: expect.any(String),
      exhaustedInARow: 20,
    });
    const { status, body } = await api.subscriptions<'activateSubscription'>(
      'POST',
      `/${id}/activate`,
      {},
    );
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      active: true,
      deactivatedReason: null,
      exhaustedInARow: 0,
      recovery: { subscriptionId: id, states: ['suppressed'], state: 'running', matching: 0 },
    });
    const without = await api.subscriptions<'activateSubscription'>('POST', `/${id}/activate`, {
      replaySuppressed: false,
    });
    expect(without.body.data.recovery).toBeNull();
  });

  it('recover all deliveries since the last deactivation, despite a slow local clock', async () => {
    const { id } = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    const { pool } = api.database;
    /** Stores a suppressed delivery as the delivery app does. */
    const missed = (made: string, ended: string) =>
      pool.query(
        `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at,
           created_at, updated_at)
         select gen_random_uuid(), id, workspace_id, 'evt', 'k', '', 'suppressed', 1, now(), ${made}, ${ended}
         from subscription where id = $1`,
        [id],
      );
    await pool.query(
      "update subscription set created_at = now() - interval '1 day' where id = $1",
      [id],
    );
    await missed("now() - interval '3 hours'", "now() - interval '2 hours'");
    expect((await api.subscriptions('PATCH', `/${id}`, { active: false })).status).toBe(200);
    // Scheduled before it was switched off, and suppressed at a retry.
    await missed("now() - interval '1 hour'", 'now()');
    await missed('now()', 'now()');
    const realNow = Date.now;
    Date.now = () => realNow() - 60_000;
    try {
      const { body } = await api.subscriptions<'activateSubscription'>(
        'POST',
        `/${id}/activate`,
        {},
      );
      expect(body.data.recovery).toMatchObject({ matching: 2, states: ['suppressed'] });
      const again = await api.subscriptions<'activateSubscription'>('POST', `/${id}/activate`, {});
      expect(again.body.data.recovery).toMatchObject({ matching: 2 });
    } finally {
      Date.now = realNow;
    }
  });

  it('recover all deliveries since their creation if they were created inactive', async () => {
    const made = await api.subscriptions('POST', '', { url: receiverUrl, active: false });
    const { id } = made.body.data;
    await api.pool.query(
      `insert into delivery_fence (delivery_id, subscription_id, workspace_id, event_id, endpoint_key, body, state, step, due_at)
       select gen_random_uuid(), id, workspace_id, 'evt', 'k', '', 'suppressed', 1, now() from subscription where id = $1`,
      [id],
    );
    const { body } = await api.subscriptions<'activateSubscription'>('POST', `/${id}/activate`, {});
    expect(body.data.recovery).toMatchObject({ matching: 1 });
  });

  it('lose their deactivation reason when a PATCH activates them', async () => {
    const { id } = (await api.subscriptions('POST', '', { url: receiverUrl })).body.data;
    await api.pool.query(
      "update subscription set active = false, deactivated_reason = 'GONE' where id = $1",
      [id],
    );
    expect((await api.subscriptions('GET', `/${id}`)).body.data).toMatchObject({
      active: false,
      deactivatedReason: 'GONE',
    });
    expect((await api.subscriptions('PATCH', `/${id}`, { active: true })).body.data).toMatchObject({
      active: true,
      deactivatedReason: null,
    });
  });
});
