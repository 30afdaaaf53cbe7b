import { describe, expect, it } from '@jest/globals';
import { logFilter } from './execution-filter.js';
import { exportPath } from './export-path.js';

const nowMs = Date.parse('2026-01-02T00:00:00Z');

describe('the address of an export', () => {
  it('has the filter of the list', () => {
    const filter = logFilter({ status: 'error', last: '24h', q: 'a & b' }, 'wf1', nowMs);
    const url = new URL(exportPath('w1', 'csv', filter), 'https://flowledger.invalid');
    expect(url.pathname).toBe('/api/v1/logs/export');
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ workspaceId: 'w1', format: 'csv', status: 'error', search: 'a & b' },
      ...{ workflowIds: 'wf1', startDate: '2026-01-01T00:00:00.000Z' },
    });
  });

  it('asks for the costs where the format has room for them', () => {
    expect(exportPath('w1', 'ndjson', {})).toBe(
      '/api/v1/logs/export?workspaceId=w1&format=ndjson&details=full',
    );
  });
});
