/** `npm run sign-in` on a database, and its link at an api. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../../../api/src/testing/open-test-api.js';
import { createMember, createTenant } from '../../../api/src/testing/test-database.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/stack.js';
import { runSignIn } from './run.js';

const api = openTestApi();
let empty: TestDatabase;

beforeAll(async () => {
  empty = await createTestDatabase();
});
afterAll(() => empty.drop());

interface Run {
  readonly code: number;
  readonly said: readonly string[];
  readonly noted: readonly string[];
}

async function run(args: readonly string[], more: Record<string, string> = {}): Promise<Run> {
  const [said, noted]: [string[], string[]] = [[], []];
  const env = {
    DATABASE_URL: api.config.DATABASE_URL,
    FLOWLEDGER_PUBLIC_URL: 'https://flow.example/',
    ...more,
  };
  const terminal = {
    say: (line: string) => void said.push(line),
    note: (line: string) => void noted.push(line),
  };
  return { code: await runSignIn(args, env, terminal), said, noted };
}

const tokenIn = (line: string | undefined): string =>
  /^https:\/\/flow\.example\/sign-in#token=([\w-]{43})$/.exec(line ?? '')?.[1] ?? '';

const signIn = (signInToken: string) =>
  api.request<'createSession'>('POST', '/api/v1/sessions', { body: { signInToken } });

const give = (userId: string, email: string) =>
  api.pool.query('update app_user set email = $2 where id = $1', [userId, email]);

describe('npm run sign-in', () => {
  it('prints a link that signs a member in, once, in all their workspaces', async () => {
    const [tenant, other] = [await createTenant(api), await createTenant(api)];
    const { userId } = await createMember(api, tenant, 'viewer');
    const email = `ada.${randomUUID()}@example.com`;
    await give(userId, email);
    await api.pool.query(
      `insert into workspace_member (workspace_id, user_id, role) values ($1, $2, 'editor')`,
      [other.workspaceId, userId],
    );
    const { code, said, noted } = await run([email.toUpperCase()]);
    expect([code, said.length]).toEqual([0, 1]);
    expect(noted).toEqual([expect.stringMatching(/^signs "ada\..*" in, once, until 2.*Z$/)]);
    const token = tokenIn(said[0]);
    const first = await signIn(token);
    expect([first.status, first.body.data.userId]).toEqual([201, userId]);
    expect(first.body.data.workspaces.map(({ id, role }) => [id, role]).sort()).toEqual(
      [
        [tenant.workspaceId, 'viewer'],
        [other.workspaceId, 'editor'],
      ].sort(),
    );
    expect(await signIn(token)).toMatchObject({ status: 401 });
    const { rows } = await api.pool.query(
      `select action, status, path, target_id, user_agent from audit_event where action = 'createSignInLink' and target_id = $1`,
      [userId],
    );
    expect(rows).toEqual([
      {
        ...{ action: 'createSignInLink', status: 201, path: 'npm run sign-in', target_id: userId },
        user_agent: expect.stringMatching(/^npm run sign-in \(.*@.*\)$/),
      },
    ]);
  });

  it('makes a link that works for an hour', async () => {
    const tenant = await createTenant(api);
    const { userId } = await createMember(api, tenant, 'viewer');
    const email = `bob.${randomUUID()}@example.com`;
    await give(userId, email);
    const { said } = await run([email, '--json']);
    const { url, ...rest } = JSON.parse(said[0] ?? '') as Record<string, string>;
    expect(rest).toEqual({
      ...{ userId, email, accountId: tenant.accountId, expiresAt: expect.any(String) },
    });
    const { rows } = await api.pool.query(
      `select extract(epoch from expires_at - created_at)::int as seconds from sign_in_link where user_id = $1`,
      [userId],
    );
    expect(rows).toEqual([{ seconds: 3_600 }]);
    const old = 'update sign_in_link set expires_at = now() where user_id = $1';
    await api.pool.query(old, [userId]);
    expect(await signIn(tokenIn(url))).toMatchObject({
      status: 401,
      body: { code: 'INVALID_SIGN_IN_LINK' },
    });
  });

  it('asks for the account of an address that several have', async () => {
    const [one, two] = [await createTenant(api), await createTenant(api)];
    const email = `eve.${randomUUID()}@example.com`;
    for (const tenant of [one, two])
      await give((await createMember(api, tenant, 'viewer')).userId, email);
    const { code, said, noted } = await run([email]);
    expect([code, said]).toEqual([1, []]);
    expect(noted[0]).toMatch(/is a member in several accounts\. Name one with --account ID$/);
    expect(noted.slice(1).map((line) => line.split(' ')[0])).toEqual([
      one.accountId,
      two.accountId,
    ]);
    const chosen = await run([email, '--account', two.accountId]);
    const { body } = await signIn(tokenIn(chosen.said[0]));
    expect(body.data.workspaces).toMatchObject([{ id: two.workspaceId }]);
  });

  it('exits with 2 and the reason when it was not understood', async () => {
    for (const [args, reason] of [
      [[], /the e-mail address is missing/],
      [['ada'], /email: /],
      [['a@example.com', 'b@example.com'], /"b@example.com" is one argument too many/],
      [['a@example.com', '--account', 'x'], /accountId: /],
      [['a@example.com', '--role', 'owner'], /--role/],
    ] as const) {
      const { code, said, noted } = await run(args);
      expect([args, code, said]).toEqual([args, 2, []]);
      expect(noted[0]).toMatch(reason);
    }
    const help = await run(['--help']);
    expect([help.code, help.said[0]?.startsWith('usage: npm run sign-in')]).toEqual([0, true]);
  });

  it('exits with 1 and what to do when it failed', async () => {
    const cases: readonly (readonly [Record<string, string>, RegExp])[] = [
      [{}, /"no.one@example.com" is not a member of a workspace of any account\. An owner adds/],
      [{ DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' }, /Postgres does not answer/],
      [{ DATABASE_URL: empty.url }, /run the migrate step first/],
      [{ FLOWLEDGER_TYPO: '1' }, /FLOWLEDGER_TYPO/],
    ];
    for (const [env, reason] of cases) {
      const { code, said, noted } = await run(['no.one@example.com'], env);
      expect([env, code, said]).toEqual([env, 1, []]);
      expect(noted.join('\n')).toMatch(reason);
      expect(noted.join('\n')).not.toContain('secret');
    }
  });
});
