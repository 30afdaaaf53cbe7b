/** Broken or malicious receivers: the cost of each is bounded, and its behaviour is on record. */
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { delayTiers, type DeliveryAttempted, deliveryIdOf } from '@libs/contracts';
import { createAuthority } from '../../../test/support/certificates.js';
import { completion, completionRecord } from '../../../test/support/delivery-fixtures.js';
import { eventually } from '../../../test/support/eventually.js';
import { answer, bomb, type Reply, startReceiver } from '../../../test/support/receiver.js';
import {
  appender,
  attemptsIn,
  closeReceivers,
  closeSaga,
  database,
  delayScale,
  deliver,
  historyOf,
  openSaga,
  owner,
  reaches,
  receive,
  receivers,
} from './testing/saga.js';

const mebibyte = 1024 * 1024;

beforeAll(() => openSaga(), 120_000);
afterEach(closeReceivers);
afterAll(closeSaga);

const firstAttempt = (deliveryId: string): Promise<DeliveryAttempted> =>
  eventually(`an attempt of ${deliveryId}`, async () =>
    attemptsIn(await historyOf(deliveryId)).find(({ attemptNumber }) => attemptNumber === 1),
  );

describe('a hostile receiver', () => {
  it.each<[what: string, reply: Reply, attempt: Partial<DeliveryAttempted>]>([
    ['never answers', { kind: 'hang' }, { errorCode: 'TIMEOUT', state: 'pending' }],
    [
      'drips an endless body',
      { kind: 'drip', everyMs: 20 },
      { errorCode: 'TIMEOUT', state: 'pending' },
    ],
    [
      'resets the connection instead of an answer',
      { kind: 'reset' },
      { errorCode: 'CONNECTION_RESET', state: 'pending' },
    ],
    [
      'resets the connection in the middle of an answer',
      { kind: 'reset-in-body' },
      { errorCode: 'CONNECTION_RESET', state: 'pending' },
    ],
    ['answers in no protocol', { kind: 'garbage' }, { status: null, state: 'pending' }],
  ])('that %s is retried later', async (_, reply, attempt) => {
    const receiver = await receive(reply);
    const { deliveryId } = await deliver(receiver.url);
    expect(await firstAttempt(deliveryId)).toMatchObject({ status: null, ...attempt });
  });

  it('that never answers gets five deliveries of one moment by the retry schedule', async () => {
    const receiver = await receive({ kind: 'hang' });
    const { deliveryId, subscriptionId } = await deliver(receiver.url);
    const others = Array.from({ length: 4 }, () => completion(owner));
    await Promise.all(others.map((completed) => appender.append(completionRecord(completed))));
    const ids = others.map(({ eventId }) => deliveryIdOf(eventId, subscriptionId));
    for (const id of [deliveryId, ...ids]) {
      await reaches(id, 'exhausted');
      const attempts = attemptsIn(await historyOf(id));
      expect(attempts).toHaveLength(5);
      const lateMs = attempts
        .slice(1)
        .map(({ startedAt }, index) => startedAt - attempts[index]!.nextDueAt!);
      // An attempt lasts 2 s here. One after the other, the fifth would be 8 s late.
      expect(Math.max(...lateMs)).toBeLessThan(6_000);
    }
  });

  it('that sends 64 MB has its answer cut at 4 KiB and its connection dropped', async () => {
    const receiver = await receive({ kind: 'large', sizeBytes: 64 * mebibyte });
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'succeeded');
    expect((await firstAttempt(deliveryId)).responseBody).toHaveLength(4096);
    expect(receiver.sentBytes()).toBeLessThan(32 * mebibyte);
  });

  it('that sends a gzip bomb has at most 4 KiB of it recorded', async () => {
    const receiver = await receive(bomb(64 * mebibyte));
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'succeeded');
    const { responseBody } = await firstAttempt(deliveryId);
    expect(responseBody!.length).toBeLessThanOrEqual(4096);
  });

  it('that redirects to itself is called once, and the delivery fails', async () => {
    const receiver = await receive(answer(302, { location: '/' }));
    const { deliveryId } = await deliver(`${receiver.url}/`);
    await reaches(deliveryId, 'failed');
    expect(await firstAttempt(deliveryId)).toMatchObject({
      status: 302,
      reason: 'REDIRECT_REFUSED',
    });
    expect(receiver.requests).toHaveLength(1);
  });

  it('with an untrusted certificate or without TLS never receives the event', async () => {
    const tls = await (await createAuthority()).sign('receiver');
    const untrusted = await startReceiver(() => answer(200), { tls });
    receivers.push(untrusted);
    const plain = await receive(answer(200));
    for (const url of [untrusted.url, plain.url.replace('http:', 'https:')]) {
      const { deliveryId } = await deliver(url);
      expect(await firstAttempt(deliveryId)).toMatchObject({
        status: null,
        errorCode: 'TLS_FAILED',
        state: 'pending',
      });
    }
    expect([...untrusted.requests, ...plain.requests]).toEqual([]);
  });

  it('at an address that the egress policy forbids makes the delivery fail', async () => {
    const { deliveryId } = await deliver('http://10.255.255.1/hook');
    await reaches(deliveryId, 'failed');
    expect(await firstAttempt(deliveryId)).toMatchObject({
      status: null,
      errorCode: 'EGRESS_DENIED',
      reason: 'NOT_REACHABLE_BY_POLICY',
    });
  });

  it('that aborts a message fails this delivery and keeps its subscription', async () => {
    const receiver = await receive(
      answer(503, { 'webhook-delivery': 'abort-message' }),
      answer(200),
    );
    const { deliveryId, subscriptionId } = await deliver(receiver.url);
    await reaches(deliveryId, 'failed');
    expect(await firstAttempt(deliveryId)).toMatchObject({ reason: 'RECEIVER_ABORTED' });
    const { rows } = await database.pool.query<object>(
      'select active from subscription where id = $1',
      [subscriptionId],
    );
    expect(rows).toEqual([{ active: true }]);
    expect(receiver.requests).toHaveLength(1);
  });

  it.each([
    ['is gone', answer(410), 'GONE'],
    ['asks for it', answer(200, { 'webhook-delivery': 'disable' }), 'RECEIVER_DISABLED'],
  ])('that %s has its subscription deactivated', async (_, reply, reason) => {
    const receiver = await receive(reply);
    const { deliveryId, subscriptionId } = await deliver(receiver.url);
    await reaches(deliveryId, 'failed');
    const { rows } = await database.pool.query<object>(
      'select active, deactivated_reason from subscription where id = $1',
      [subscriptionId],
    );
    expect(rows).toEqual([{ active: false, deactivated_reason: reason }]);
  });

  it.each<[form: string, headers: () => Record<string, string>, askedMs: number, tier: number]>([
    ['in seconds', () => ({ 'retry-after': '2' }), 2_000, 2],
    // A date has no milliseconds: it cuts off up to a second of the pause.
    ['as a date', () => ({ 'retry-after': new Date(Date.now() + 5_000).toUTCString() }), 3_900, 3],
  ])(
    'that asks for a pause %s is retried from the first tier that is long enough',
    async (_, headers, askedMs, tier) => {
      const receiver = await startReceiver(() => answer(503, headers()));
      receivers.push(receiver);
      const { deliveryId } = await deliver(receiver.url);
      const { nextDueAt, occurredAt } = await firstAttempt(deliveryId);
      const tierMs = delayTiers[tier]!.delayMs / delayScale;
      expect(nextDueAt! - occurredAt).toBeGreaterThanOrEqual(Math.max(askedMs, tierMs));
      expect(nextDueAt! - occurredAt).toBeLessThanOrEqual(tierMs * 1.1 + 1);
    },
  );

  it('that accepts connections slowly still receives its event', async () => {
    const receiver = await startReceiver(() => answer(200), { acceptAfterMs: 300 });
    receivers.push(receiver);
    const { deliveryId } = await deliver(receiver.url);
    await reaches(deliveryId, 'succeeded');
    expect(attemptsIn(await historyOf(deliveryId)).at(-1)).toMatchObject({ status: 200 });
  });
});
