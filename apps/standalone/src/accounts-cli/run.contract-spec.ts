/** `npm run accounts` on a database without any api. */
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ensureDefaultWorkspace } from '@apps/api';
import { hashApiKey, newDataKey } from '@libs/security';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  createApiDatabase,
  type TestDatabaseOfApi,
} from '../../../api/src/testing/test-database.js';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/stack.js';
import { runAccounts } from './run.js';

let base: TestDatabaseOfApi;
let empty: TestDatabase;
let emptyDir: string;

beforeAll(async () => {
  base = await createApiDatabase();
  await ensureDefaultWorkspace(base);
  empty = await createTestDatabase();
  emptyDir = mkdtempSync(join(tmpdir(), 'accounts-'));
});
afterAll(async () => {
  await base.close();
  await empty.drop();
  rmSync(emptyDir, { recursive: true });
});

interface Run {
  readonly code: number;
  readonly said: readonly string[];
  readonly noted: readonly string[];
}

async function run(args: readonly string[], more: Record<string, string> = {}): Promise<Run> {
  const [said, noted]: [string[], string[]] = [[], []];
  const env = {
    DATABASE_URL: base.config.DATABASE_URL,
    MASTER_KEY: base.masterKey.toString('base64'),
    DATA_DIR: emptyDir,
    ...more,
  };
  const terminal = {
    say: (line: string) => void said.push(line),
    note: (line: string) => void noted.push(line),
  };
  return { code: await runAccounts(args, env, terminal), said, noted };
}

const creating = ['create', '--name', 'Acme', '--plan', 'pro', '--owner', 'ada@example.com'];

interface Made {
  readonly id: string;
  readonly workspace: { readonly id: string };
  readonly apiKey: { readonly key: string };
}

async function made(...more: string[]): Promise<Made> {
  const { code, said } = await run([...creating, '--json', ...more]);
  expect([code, said.length]).toEqual([0, 1]);
  return JSON.parse(said[0] ?? '') as Made;
}

describe('npm run accounts', () => {
  it('takes an account through its life, and shows each change', async () => {
    const { id, workspace, apiKey } = await made('--workspace', 'Orders');
    const { rowCount } = await base.database.pool.query(
      'select from api_key where account_id = $1 and key_hash = $2',
      [id, hashApiKey(apiKey.key)],
    );
    expect(rowCount).toBe(1);
    expect((await run(['plan', id, 'team'])).said).toContain('plan       team');
    const limited = await run(['limits', id, 'logsPerMinute=7', 'concurrentExecutions=none']);
    expect(limited.said).toContain('own limit  logsPerMinute=7');
    await run(['limits', id, 'logsPerMinute=default']);
    const suspended = await run(['suspend', id, '--reason', 'Unpaid invoices']);
    expect(suspended.said.join('\n')).toMatch(/suspended since 2.*, reason "Unpaid invoices"/);
    const listed = await run(['list', '--suspended']);
    expect(listed.said).toEqual([
      expect.stringMatching(new RegExp(`^${id} .* suspended .*"Acme"$`)),
    ]);
    const shown = await run(['show', workspace.id]);
    expect(shown.said).toContain('own limit  concurrentExecutions=none');
    expect(shown.said.filter((line) => line.startsWith('changed'))).toHaveLength(4);
    expect((await run(['resume', id])).said).toContain('state      in use');
    const usage = await run(['usage', id]);
    expect(usage).toEqual({ code: 0, said: [], noted: ['no usage yet'] });
  });

  it('shows the key of a new account once, on a terminal too', async () => {
    const { code, said } = await run(creating);
    expect(code).toBe(0);
    expect(said.at(-1)).toMatch(/^API key {4}fl_[0-9A-Za-z]{43} {2}\(shown only now\)$/);
    const all = await run(['list']);
    expect(all.said.join()).not.toContain('fl_');
  });

  it('leaves audit records with the actor and the status, for refused calls too', async () => {
    const { id } = await made();
    await run(['suspend', id, '--reason', 'x']);
    const unknown = '00000000-0000-7000-8000-00000000beef';
    expect((await run(['resume', unknown])).code).toBe(1);
    const { rows } = await base.database.pool.query(
      'select action, status, path, user_agent from audit_event where account_id = any($1) or target_id = $2 order by id',
      [[id, unknown], id],
    );
    const path = 'npm run accounts';
    const user_agent = expect.stringMatching(/^npm run accounts \(.*@.*\)$/);
    expect(rows).toEqual([
      { action: 'createAccount', status: 201, path, user_agent },
      { action: 'suspendAccount', status: 200, path, user_agent },
      { action: 'resumeAccount', status: 404, path, user_agent },
    ]);
  });

  it('exits with 2 and the reason when it was not understood', async () => {
    const { id } = await made();
    for (const [args, reason] of [
      [['remove'], /"remove" is no command/],
      [['limits', id, 'logsPerMinutes=1'], /did you mean "logsPerMinute"/],
      [['limits', id, 'logsPerMinute=-1'], /from 0 to 2147483647/],
      [['plan', id, 'gold'], /plan: /],
      [['usage', id, '--months', 'many'], /months: /],
    ] as const) {
      const { code, said, noted } = await run(args);
      expect([args, code, said]).toEqual([args, 2, []]);
      expect(noted[0]).toMatch(reason);
    }
    const help = await run(['--help']);
    expect([help.code, help.said[0]?.startsWith('usage: npm run accounts')]).toEqual([0, true]);
  });

  it('exits with 1 and what to do when it failed', async () => {
    const cases: readonly (readonly [string[], Record<string, string>, RegExp])[] = [
      [['show', '00000000-0000-7000-8000-00000000beef'], {}, /The account was not found/],
      [['list'], { DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/d' }, /Postgres does not answer/],
      [['list'], { DATABASE_URL: empty.url }, /run the migrate step first/],
      [['list'], { FLOWLEDGER_TYPO: '1' }, /FLOWLEDGER_TYPO/],
    ];
    for (const [args, env, reason] of cases) {
      const { code, said, noted } = await run(args, env);
      expect([args, code, said]).toEqual([args, 1, []]);
      expect(noted.join('\n')).toMatch(reason);
      expect(noted.join('\n')).not.toContain('secret');
    }
  });

  it('creates no account under a master key that the service does not have, and no such key', async () => {
    const count = async (): Promise<unknown> =>
      (await base.database.pool.query('select count(*) as n from account')).rows[0];
    const before = await count();
    const wrong = await run(creating, { MASTER_KEY: newDataKey().toString('base64') });
    expect([wrong.code, wrong.noted[0]]).toEqual([1, expect.stringMatching(/master key differs/)]);
    const [said, noted]: [string[], string[]] = [[], []];
    const env = { DATABASE_URL: base.config.DATABASE_URL, DATA_DIR: emptyDir };
    const terminal = {
      say: (line: string) => void said.push(line),
      note: (line: string) => void noted.push(line),
    };
    expect(await runAccounts(creating, env, terminal)).toBe(1);
    expect(noted[0]).toMatch(/There is no master key: set MASTER_KEY/);
    expect(existsSync(join(emptyDir, 'master.key'))).toBe(false);
    expect(await count()).toEqual(before);
  });
});
