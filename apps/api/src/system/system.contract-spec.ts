import { describe, expect, it } from '@jest/globals';
import { topics } from '@libs/contracts';
import { countedStatements } from '../testing/counted-statements.js';
import { openTestApi } from '../testing/open-test-api.js';
import { createMember } from '../testing/test-database.js';
import { consumedOffsetsSql } from './system.sql.js';

let statements: string[] = [];
const api = openTestApi({
  watch: (database) => {
    const counted = countedStatements(database);
    ({ statements } = counted);
    return counted.database;
  },
});

describe('the state of the service', () => {
  it('has versions, parts and lag for owners', async () => {
    const clusterId = await api.eventLog.admin.clusterId();
    await api.pool.query(
      `insert into committed_offset (cluster_id, group_id, topic, partition, next_offset, metadata, noted_at)
       values ($1, 'flowledger-relay', $2, 0, 0, '', now()), ('former', 'flowledger-relay', $2, 0, 0, '', now())`,
      [clusterId, topics.events],
    );
    const owner = (await createMember(api, api.tenant, 'owner')).apiKey;
    const { status, body } = await api.call<'getSystem'>('GET', 'system', { key: owner });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      status: 'ok',
      details: {
        versions: { node: process.version, engines: [] },
        ...{ kafka: 'ok', postgres: 'ok', problems: [] },
        consumers: [{ group: 'flowledger-relay', topic: topics.events, lag: 0 }],
      },
    });
    expect(body.data.details?.versions.postgres).toMatch(/^\d+/);
  });

  it('is looked at once for a flood of callers', async () => {
    const before = statements.filter((text) => text === consumedOffsetsSql).length;
    const calls = Array.from({ length: 50 }, () => api.call<'getSystem'>('GET', 'system'));
    expect((await Promise.all(calls)).every(({ status }) => status === 200)).toBe(true);
    const after = statements.filter((text) => text === consumedOffsetsSql).length;
    expect(after - before).toBeLessThanOrEqual(1);
  });

  it('says only ok or not to others', async () => {
    for (const role of ['viewer', 'editor'] as const) {
      const { apiKey: key } = await createMember(api, api.tenant, role);
      const { body } = await api.call('GET', 'system', { key });
      expect(body).toEqual({ data: { status: 'ok' } });
    }
  });
});
