import { describe, expect, it } from '@jest/globals';
import { createWorkspaceCipher } from '@libs/persistence';
import { openSubscribedWorkflow, receiverUrl } from '../testing/subscribed-workflow.js';

const api = openSubscribedWorkflow();

const secretsOf = async (id: string): Promise<(string | null)[]> => {
  const { rows } = await api.pool.query<Record<'current' | 'previous', Buffer | null>>(
    'select secret_ciphertext as current, previous_secret_ciphertext as previous from subscription where id = $1',
    [id],
  );
  const cipher = createWorkspaceCipher(api.database, api.masterKey);
  return Promise.all(
    [rows[0]!.current, rows[0]!.previous].map(async (sealed) =>
      sealed === null
        ? null
        : cipher.decrypt(api.tenant.workspaceId, sealed, 'subscription-secret'),
    ),
  );
};

describe('subscription secrets', () => {
  it('are returned once when they are generated, and stored encrypted', async () => {
    const { body } = await api.subscriptions('POST', '', {
      url: receiverUrl,
      generateSecret: true,
    });
    const { id, secret } = body.data;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    const read = (await api.subscriptions('GET', `/${id}`)).body.data;
    expect(read.hasSecret).toBe(true);
    expect(JSON.stringify(read)).not.toContain(secret);
    expect(await secretsOf(id)).toEqual([secret, null]);
    const { rows } = await api.pool.query(
      'select secret_ciphertext from subscription where id = $1',
      [id],
    );
    expect((rows[0] as { secret_ciphertext: Buffer }).secret_ciphertext.includes(secret!)).toBe(
      false,
    );
  });

  it('are never returned when the caller chose them', async () => {
    const { body } = await api.subscriptions('POST', '', {
      url: receiverUrl,
      secret: 'my own secret, long',
    });
    expect(JSON.stringify(body)).not.toContain('my own secret');
    expect(body.data.hasSecret).toBe(true);
  });

  it('include static headers, whose values are encrypted and never returned', async () => {
    const headers = { Authorization: 'Bearer very-secret', 'X-Team': 'billing' };
    const made = await api.subscriptions('POST', '', { url: receiverUrl, headers });
    const { id } = made.body.data;
    expect(made.body.data).toMatchObject({ headerNames: ['Authorization', 'X-Team'] });
    expect(JSON.stringify(made.body)).not.toContain('very-secret');
    const { rows } = await api.pool.query<{ sealed: Buffer }>(
      'select headers_ciphertext as sealed from subscription where id = $1',
      [id],
    );
    const cipher = createWorkspaceCipher(api.database, api.masterKey);
    expect(rows[0]!.sealed.includes('very-secret')).toBe(false);
    const opened = await cipher.decrypt(
      api.tenant.workspaceId,
      rows[0]!.sealed,
      'subscription-headers',
    );
    expect(JSON.parse(opened)).toEqual(Object.entries(headers));
    expect(
      (await api.subscriptions('PUT', `/${id}`, { url: receiverUrl })).body.data.headerNames,
    ).toHaveLength(2);
    expect(
      (await api.subscriptions('PATCH', `/${id}`, { headers: null })).body.data.headerNames,
    ).toEqual([]);
  });

  it('stay stored as previous secret for the requested time after a rotation', async () => {
    const { id } = (
      await api.subscriptions('POST', '', { url: receiverUrl, secret: 'the first secret' })
    ).body.data;
    const rotated = await api.subscriptions('POST', `/${id}/rotate-secret`, {
      previousValidForSeconds: 3_600,
    });
    expect(rotated.status).toBe(200);
    const { secret, previousSecretValidUntil } = rotated.body.data;
    expect(await secretsOf(id)).toEqual([secret, 'the first secret']);
    const untilMs = Date.parse(previousSecretValidUntil!) - Date.now();
    expect(untilMs).toBeGreaterThan(3_500_000);
    expect(untilMs).toBeLessThanOrEqual(3_600_000);
    await api.subscriptions('POST', `/${id}/rotate-secret`, {
      previousValidForSeconds: 0,
      secret: 'the third secret',
    });
    expect(await secretsOf(id)).toEqual(['the third secret', null]);
  });

  /** Replaced secrets that still sign, the last one first. */
  const earlierOf = async (id: string): Promise<string[]> => {
    const { rows } = await api.pool.query<{ ciphertext: Buffer }>(
      `select ciphertext from subscription_secret
       where subscription_id = $1 and signs_until > now() order by set_at desc`,
      [id],
    );
    const cipher = createWorkspaceCipher(api.database, api.masterKey);
    return Promise.all(
      rows.map(({ ciphertext }) =>
        cipher.decrypt(api.tenant.workspaceId, ciphertext, 'subscription-secret'),
      ),
    );
  };
  const rotate = (id: string, body: object) =>
    api.subscriptions('POST', `/${id}/rotate-secret`, body);
  const subscribe = async (secret: string): Promise<string> =>
    (await api.subscriptions('POST', '', { url: receiverUrl, secret })).body.data.id;

  it('sign for as long as was said, however often they are rotated meanwhile', async () => {
    const id = await subscribe('the first secret');
    const made = await rotate(id, {});
    await rotate(id, { secret: 'the third secret' });
    expect(await earlierOf(id)).toEqual([made.body.data.secret, 'the first secret']);
    const again = await rotate(id, { secret: 'the third secret' });
    expect(again.status).toBe(200);
    expect(again.body.data.secret).toBeUndefined();
    expect(await earlierOf(id)).toHaveLength(2);
    await rotate(id, { previousValidForSeconds: 0 });
    expect(await earlierOf(id)).toEqual([]);
  });

  it('are ten at most, and all end when the secret is replaced or removed', async () => {
    const id = await subscribe('the first secret');
    for (let n = 1; n < 10; n += 1) expect((await rotate(id, {})).status).toBe(200);
    expect(await rotate(id, {})).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    await api.subscriptions('PATCH', `/${id}`, { secret: 'a secret after all' });
    expect(await earlierOf(id)).toEqual([]);
    await rotate(id, {});
    await api.subscriptions('PATCH', `/${id}`, { secret: null });
    expect(await earlierOf(id)).toEqual([]);
  });
});
