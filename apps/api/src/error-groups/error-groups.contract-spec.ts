import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { openTestApi } from '../testing/open-test-api.js';
import { createTenant, type Tenant } from '../testing/test-database.js';

const api = openTestApi();
const msPerDay = 86_400_000;
const now = Date.now();
const ago = (days: number): string => new Date(now - days * msPerDay).toISOString();

interface Group {
  readonly fingerprint: string;
  readonly days?: number;
  readonly partition?: number;
  readonly count?: number;
  readonly versions?: readonly number[];
}

/** @returns the sample execution */
async function insert({ workspaceId }: Tenant, group: Group): Promise<string> {
  const { fingerprint, days = 0, partition = 0, count = 1, versions = [1] } = group;
  const executionId = randomUUID();
  await api.database.pool.query(
    `insert into error_group (workspace_id, day, ledger_partition, fingerprint, workflow_id, block_type, code, message,
       first_seen, last_seen, count, versions, execution_id)
     values ($1, ($4::timestamptz at time zone 'UTC')::date, $2, $3, $3, 'api', 'TIMEOUT', 'No answer', $4, $4, $5, $6, $7)`,
    [workspaceId, partition, fingerprint, ago(days), count, versions, executionId],
  );
  return executionId;
}

const read = async ({ apiKey: key }: Tenant, query = '') => {
  const answer = await api.call<'listErrorGroups'>('GET', `logs/errors?${query}`, { key });
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
};

describe('groups of errors', () => {
  it('add up days and partitions, the last seen first', async () => {
    const tenant = await createTenant(api);
    const [old, young, gone] = [randomUUID(), randomUUID(), randomUUID()];
    await insert(tenant, { fingerprint: gone, days: 9 });
    const sample = await insert(tenant, { fingerprint: old, days: 2, versions: [9, 3] });
    await insert(tenant, { fingerprint: young, days: 3, count: 4, versions: [2, 1] });
    const newest = await insert(tenant, { fingerprint: young, days: 1, versions: [4, 2] });
    await insert(tenant, { fingerprint: young, days: 3, partition: 1, count: 2, versions: [3] });
    await insert(await createTenant(api), { fingerprint: old });
    const group = { blockType: 'api', code: 'TIMEOUT', message: 'No answer' };
    expect((await read(tenant)).data).toEqual([
      {
        ...{ fingerprint: young, workflowId: young, ...group, count: 7, versions: [4, 3, 2, 1] },
        ...{ firstSeen: ago(3), lastSeen: ago(1), executionId: newest },
      },
      {
        ...{ fingerprint: old, workflowId: old, ...group, count: 1, versions: [9, 3] },
        ...{ firstSeen: ago(2), lastSeen: ago(2), executionId: sample },
      },
    ]);
    const { data } = await read(tenant, `from=${ago(10)}&to=${ago(8)}`);
    expect(data.map(({ fingerprint }) => fingerprint)).toEqual([gone]);
  });

  it('are read page by page, each once', async () => {
    const tenant = await createTenant(api);
    const fingerprints = Array.from({ length: 5 }, () => randomUUID());
    for (const fingerprint of fingerprints) await insert(tenant, { fingerprint });
    const found: string[] = [];
    for (let cursor = ''; ;) {
      const { data, nextCursor } = await read(tenant, `limit=2${cursor}`);
      found.push(...data.map(({ fingerprint }) => fingerprint));
      if (nextCursor === undefined) break;
      cursor = `&cursor=${encodeURIComponent(nextCursor)}`;
    }
    expect(found).toEqual(fingerprints.sort().reverse());
  });

  it('are refused for a range that is too long or ends before it begins', async () => {
    for (const [query, reason] of [
      [`from=${ago(100)}`, /may have 90 days/],
      [`from=${ago(1)}&to=${ago(2)}`, /must be before/],
    ] as const) {
      const answer = await api.call('GET', `logs/errors?${query}`);
      expect([answer.status, answer.body.error]).toEqual([422, expect.stringMatching(reason)]);
    }
    const foreign = await api.call('GET', 'logs/errors?cursor=x');
    expect([foreign.status, foreign.body.code]).toEqual([400, 'INVALID_CURSOR']);
  });
});
