import { describe, expect, it } from '@jest/globals';
import { logParameters } from './log-parameters.js';
import type { LogRoute } from './log-walk.js';
import { listLogsQuery } from './log.sql.js';

const direct: LogRoute = { walk: null, modelSets: null };
const bySets: LogRoute = { walk: null, modelSets: ['1', '2'] };
const nameOf = (query: Record<string, string>, route = direct): string | undefined =>
  listLogsQuery(logParameters.parse({ workspaceId: 'w', ...query }), null, null, route).name;

describe('the statement of a page', () => {
  it('is prepared once per connection when it filters by workspace and time only', () => {
    const name = nameOf({});
    expect(name).toBeDefined();
    expect(nameOf({ workspaceId: 'another' })).toBe(name);
    expect(nameOf({ order: 'asc', startDate: '2026-01-01T00:00:00Z' })).toBeDefined();
    expect(nameOf({ order: 'asc' })).not.toBe(name);
    expect(nameOf({ limit: '10' })).not.toBe(name);
  });

  it('is prepared once for any model sets without another filter', () => {
    const name = nameOf({ model: 'm' }, bySets);
    expect(name).toBeDefined();
    expect(name).not.toBe(nameOf({}));
    expect(nameOf({ model: 'another' }, { walk: null, modelSets: ['3'] })).toBe(name);
    expect(nameOf({ model: 'm', level: 'error' }, bySets)).toBeUndefined();
  });

  it('hides all its values from the planner when it is prepared', () => {
    const parameters = logParameters.parse({ workspaceId: 'w', startDate: '2026-01-01T00:00:00Z' });
    const after = { startedAt: new Date(0), id: 'i', window: null };
    for (const route of [direct, bySets]) {
      const { text, values } = listLogsQuery(parameters, after, null, route);
      expect(text.match(/\(select \$\d+(::\w+(\[\])?)?\)/g)).toHaveLength(values.length);
      expect(text.match(/\$\d+/g)).toHaveLength(values.length);
    }
  });

  it('is planned for each call with a selective filter, a search or an unusual limit', () => {
    const queries = [{ level: 'error' }, { status: 'running' }, { model: 'm' }, { minCost: '1' }];
    for (const query of [...queries, { search: 'abc' }, { limit: '17' }])
      expect(nameOf(query)).toBeUndefined();
  });
});
