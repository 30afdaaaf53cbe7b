/** What pages read of breakers. Tiers are 20 times shorter. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics, type WorkspaceChange } from '@libs/contracts';
import {
  completion,
  completionRecord,
  storeSubscription,
} from '../../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../../test/support/eventually.js';
import { answer, startReceiver } from '../../../../test/support/receiver.js';
import {
  appender,
  closeReceivers,
  closeSaga,
  database,
  openSaga,
  owner,
  receivers,
  recordsOf,
  restartSaga,
} from '../testing/saga.js';
import { closeBreakersSql, closeOrphansSql, tellBreakersSql } from './breaker-standings.sql.js';

/** A lane stalls after a second without an answer. */
const [slots, timeoutMs] = ['2', '2500'];
beforeAll(
  () =>
    openSaga({
      FLOWLEDGER_DELIVERY_TIMEOUT_MS: timeoutMs,
      FLOWLEDGER_ENDPOINT_CONCURRENCY: slots,
    }),
  120_000,
);
afterEach(closeReceivers);
afterAll(closeSaga);

interface StoredBreaker {
  readonly state: string;
  readonly opened_at: Date;
  readonly next_probe_at: Date | null;
}

async function breakerOf(subscriptionId: string): Promise<StoredBreaker | undefined> {
  const { rows } = await database.pool.query<StoredBreaker>(
    'select * from subscription_breaker where subscription_id = $1',
    [subscriptionId],
  );
  return rows[0];
}

/** States that pages were told, in order, without repeats. */
async function toldOf(subscriptionId: string): Promise<string[]> {
  const changes = (await recordsOf(topics.changes)).flatMap(
    ({ value }): readonly WorkspaceChange[] => {
      const { type, data } = decodeRecord(value);
      return type === 'WorkspaceChanged' ? data.changes : [];
    },
  );
  const states = changes.flatMap(({ id, status }) => (id === subscriptionId ? [status ?? ''] : []));
  return states.filter((state, at) => state !== states[at - 1]);
}

/** A receiver that answers nothing until it is mended, with more due than it has slots. */
async function hang(): Promise<{ readonly subscriptionId: string; mend(): void }> {
  let isMended = false;
  const receiver = await startReceiver(() => (isMended ? answer(200) : { kind: 'hang' }));
  receivers.push(receiver);
  const subscriptionId = await storeSubscription(database, owner, receiver.url);
  const due = Array.from({ length: 12 }, () => completion(owner));
  await Promise.all(due.map((completed) => appender.append(completionRecord(completed))));
  return { subscriptionId, mend: () => (isMended = true) };
}

describe('the breaker of a receiver', () => {
  it('is shown while it is not closed, and pages are told of each change', async () => {
    const { subscriptionId, mend } = await hang();
    await eventually('it is open', async () => (await breakerOf(subscriptionId))?.state === 'open');
    const first = await breakerOf(subscriptionId);
    expect(first?.next_probe_at?.getTime()).toBeGreaterThan(first?.opened_at.getTime() ?? 0);
    await eventually('it probes', async () => (await toldOf(subscriptionId)).includes('probing'));
    expect((await breakerOf(subscriptionId))?.opened_at).toEqual(first?.opened_at);
    mend();
    await eventually('it is closed', async () => (await breakerOf(subscriptionId)) === undefined);
    const told = await toldOf(subscriptionId);
    // Not which comes first: the shortest tier, 20 times shorter, ends within one gathering.
    expect(told).toContain('open');
    expect(told.at(-1)).toBe('closed');
  });

  it('is closed when its process leaves', async () => {
    const { subscriptionId } = await hang();
    await eventually('it is open', async () => (await breakerOf(subscriptionId)) !== undefined);
    await database.pool.query('update subscription set active = false where id = $1', [
      subscriptionId,
    ]);
    await restartSaga();
    expect(await breakerOf(subscriptionId)).toBeUndefined();
    expect((await toldOf(subscriptionId)).at(-1)).toBe('closed');
  });

  it('belongs to the last process that told of it, and expires with that process', async () => {
    const id = await storeSubscription(database, owner, 'https://receiver.example/');
    const [old, next] = [
      '00000000-0000-0000-0000-000000000001',
      '00000000-0000-0000-0000-000000000002',
    ];
    const tell = (process: string) =>
      database.pool.query(tellBreakersSql, [process, [id], ['open'], [new Date()], [new Date()]]);
    await tell(old);
    await tell(next);
    expect((await database.pool.query(closeBreakersSql, [old, [id]])).rowCount).toBe(0);
    expect((await database.pool.query(closeOrphansSql)).rowCount).toBe(0);
    await database.pool.query(
      `update subscription_breaker set renewed_at = now() - interval '91 seconds' where subscription_id = $1`,
      [id],
    );
    const { rows } = await database.pool.query(closeOrphansSql);
    expect(rows).toMatchObject([
      { subscription_id: id, state: 'closed', workspace_id: owner.workspaceId },
    ]);
  });
});
