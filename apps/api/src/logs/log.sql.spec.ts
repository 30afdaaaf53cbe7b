import { describe, expect, it } from '@jest/globals';
import { logParameters } from './log-parameters.js';
import { listLogsQuery } from './log.sql.js';

const nameOf = (query: Record<string, string>): string | undefined =>
  listLogsQuery(logParameters.parse({ workspaceId: 'w', ...query }), null, null, null).name;

describe('the statement of a page', () => {
  it('is planned once per connection when workspace and time alone say what is in it', () => {
    const name = nameOf({});
    expect(name).toBeDefined();
    expect(nameOf({ workspaceId: 'another' })).toBe(name);
    expect(nameOf({ order: 'asc', startDate: '2026-01-01T00:00:00Z' })).toBeDefined();
    expect(nameOf({ order: 'asc' })).not.toBe(name);
    expect(nameOf({ limit: '10' })).not.toBe(name);
  });

  it('hides its values from the planner, the cursor among them, when it is planned once', () => {
    const parameters = logParameters.parse({ workspaceId: 'w', startDate: '2026-01-01T00:00:00Z' });
    const after = { startedAt: new Date(0), id: 'i', window: null };
    const { text, values } = listLogsQuery(parameters, after, null, null);
    expect(text.match(/\(select \$\d+(::\w+)?\)/g)).toHaveLength(values.length);
    expect(text.match(/\$\d+/g)).toHaveLength(values.length);
  });

  it('is planned anew when how rare a value is decides, or when there would be too many plans', () => {
    const queries = [{ level: 'error' }, { status: 'running' }, { model: 'm' }, { minCost: '1' }];
    for (const query of [...queries, { search: 'abc' }, { limit: '17' }])
      expect(nameOf(query)).toBeUndefined();
  });
});
