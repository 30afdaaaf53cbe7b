import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { insertLogRow } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import type { Answer } from '../../testing/test-api.js';

const api = openLogWorkspace();

const get = (path: string): Promise<Answer<string>> =>
  api.request('GET', path, { key: api.tenant.apiKey });

describe('GET /logs/export', () => {
  it('streams every matching log once over several pages, as NDJSON and as CSV', async () => {
    const executionIds = Array.from({ length: 1_203 }, () => randomUUID());
    const { workflowId } = api;
    for (const executionId of executionIds)
      await insertLogRow(api, { ...api.tenant, workflowId }, { executionId, trigger: 'manual' });
    const query = `workspaceId=${api.tenant.workspaceId}&triggers=manual`;
    const ndjson = await get(`/api/v1/logs/export?${query}`);
    expect(ndjson.headers['content-type']).toContain('application/x-ndjson');
    expect(ndjson.headers['x-ratelimit-limit']).toBeDefined();
    const lines = ndjson.body.trimEnd().split('\n');
    const ids = lines.map((line) => (JSON.parse(line) as { executionId: string }).executionId);
    expect(ids.sort()).toEqual(executionIds.sort());
    const csv = await get(`/v1/logs/export?${query}&format=csv&order=asc`);
    expect(csv.headers['content-type']).toContain('text/csv');
    expect(csv.body.trimEnd().split('\r\n')).toHaveLength(1_204);
  });

  it('refuses unsupported parameters and unknown workspaces', async () => {
    const query = `workspaceId=${api.tenant.workspaceId}`;
    const status = async (more: string): Promise<number> =>
      (await get(`/api/v1/logs/export?${query}&${more}`)).status;
    expect(await status('format=xml')).toBe(400);
    expect(await status('format=csv&details=full')).toBe(400);
    expect(await status('limit=5')).toBe(400);
    expect((await get(`/api/v1/logs/export?workspaceId=${randomUUID()}`)).status).toBe(404);
  });
});
