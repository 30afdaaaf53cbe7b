import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Config, loadConfig } from '@libs/config';
import { createWorkspaceCipher } from '@libs/persistence';
import { hashApiKey, newApiKey, newDataKey } from '@libs/security';
import { readFileSync, statSync } from 'node:fs';
import { pino } from 'pino';
import { startTestApi } from '../testing/test-api.js';
import { createApiDatabase, type TestDatabaseOfApi } from '../testing/test-database.js';
import { credentialsPath } from './credentials-file.js';
import { ensureDefaultWorkspace } from './default-workspace.js';

let base: TestDatabaseOfApi;

beforeEach(async () => {
  base = await createApiDatabase();
});
afterEach(async () => {
  await base.close();
});

const countOf = async (table: string): Promise<number> =>
  ((await base.database.pool.query(`select count(*) from ${table}`)).rows[0] as { count: number })
    .count;

const weakKey = 'fl_barsbarsbarsbarsbars';

const configWith = (BOOTSTRAP_API_KEY: string): Config =>
  loadConfig({
    DATABASE_URL: base.config.DATABASE_URL,
    KAFKA_BROKERS: '127.0.0.1:1',
    DATA_DIR: base.config.DATA_DIR,
    MASTER_KEY: base.masterKey.toString('base64'),
    BOOTSTRAP_API_KEY,
  });

describe('ensureDefaultWorkspace', () => {
  it('creates an account, a workspace with a data key and a working API key', async () => {
    const { apiKey, workspaceId } = await ensureDefaultWorkspace(base);
    const api = await startTestApi(base);
    const { body } = await api.request<'listWorkspaces'>('GET', '/api/v1/workspaces', {
      key: apiKey,
    });
    expect(body.data.map(({ id }) => id)).toEqual([workspaceId]);
    const usage = await api.request<'getUsage'>('GET', '/api/v1/usage', { key: apiKey });
    expect(usage.body.data.plan).toBe('enterprise');
    expect(usage.body.limits.workflowExecutionRateLimit.sync.limit).toBe(60_000);
    await api.close();
    const cipher = createWorkspaceCipher(base.database, base.masterKey);
    expect(
      await cipher.decrypt(workspaceId, await cipher.encrypt(workspaceId, 'x', 'p'), 'p'),
    ).toBe('x');
  });

  it('writes credentials.json readable by its owner only', async () => {
    const { apiKey, workspaceId } = await ensureDefaultWorkspace({
      ...base,
      baseUrl: 'http://127.0.0.1:1234',
    });
    const path = credentialsPath(base.config.DATA_DIR);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual({
      apiKey,
      workspaceId,
      baseUrl: 'http://127.0.0.1:1234',
      kafkaBrokers: '127.0.0.1:1',
      schemaRegistryUrl: 'http://127.0.0.1:1234',
      databaseUrl: base.config.DATABASE_URL,
    });
  });

  it('returns the same key at the next start', async () => {
    const first = await ensureDefaultWorkspace(base);
    expect(await ensureDefaultWorkspace(base)).toEqual(first);
    expect(await countOf('api_key')).toBe(1);
  });

  it('creates everything once when five starts run concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 5 }, () => ensureDefaultWorkspace(base)));
    expect(new Set(made.map(({ apiKey }) => apiKey)).size).toBe(1);
    expect([
      await countOf('account'),
      await countOf('workspace'),
      await countOf('api_key'),
    ]).toEqual([1, 1, 1]);
  });

  it('creates a new key when the stored key is revoked', async () => {
    const first = await ensureDefaultWorkspace(base);
    await base.database.pool.query('update api_key set revoked_at = now()');
    expect((await ensureDefaultWorkspace(base)).apiKey).not.toBe(first.apiKey);
  });

  it('uses BOOTSTRAP_API_KEY and rejects it once it is revoked', async () => {
    const given = newApiKey();
    const config = configWith(given);
    expect((await ensureDefaultWorkspace({ ...base, config })).apiKey).toBe(given);
    expect((await ensureDefaultWorkspace({ ...base, config })).apiKey).toBe(given);
    await base.database.pool.query('update api_key set revoked_at = now()');
    await expect(ensureDefaultWorkspace({ ...base, config })).rejects.toMatchObject({
      code: 'BOOTSTRAP_KEY_REVOKED',
    });
  });

  it('refuses to store a BOOTSTRAP_API_KEY that can be guessed', async () => {
    const refused = ensureDefaultWorkspace({ ...base, config: configWith(weakKey) });
    await expect(refused).rejects.toMatchObject({
      code: 'BOOTSTRAP_KEY_WEAK',
      message: expect.stringMatching(/about \d+ bits, and 128 .*openssl rand -hex 32/),
    });
    expect([await countOf('api_key'), await countOf('account')]).toEqual([0, 0]);
  });

  it('accepts such a key that an earlier release stored, and warns at every start', async () => {
    await ensureDefaultWorkspace(base);
    const sql = 'update api_key set key_hash = $1';
    await base.database.pool.query(sql, [hashApiKey(weakKey)]);
    const lines: string[] = [];
    const logger = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    for (const config of [configWith(weakKey), configWith(weakKey), base.config]) {
      const started = await ensureDefaultWorkspace({ ...base, config, logger });
      expect(started.apiKey).toBe(weakKey);
    }
    expect(lines.map((line) => (JSON.parse(line) as { code: string }).code)).toEqual([
      ...['BOOTSTRAP_KEY_WEAK', 'BOOTSTRAP_KEY_WEAK', 'BOOTSTRAP_KEY_WEAK'],
    ]);
    expect(lines.join('')).not.toContain(weakKey);
  });

  it('rejects a master key that does not belong to the database', async () => {
    await ensureDefaultWorkspace(base);
    await expect(
      ensureDefaultWorkspace({ ...base, masterKey: newDataKey() }),
    ).rejects.toMatchObject({ code: 'WRONG_MASTER_KEY' });
  });
});
