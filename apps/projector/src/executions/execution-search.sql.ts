/** What a search looks into; conflict by the primary key. The first end wins, as in `execution_log`. */
import type { TableWrite } from '../engine/table-write.js';
import type { SearchRow } from './execution-search.projection.js';

export const executionSearchWrite: TableWrite<SearchRow> = {
  source: 'searches',
  columns: {
    partition: 'int',
    execution_id: 'uuid',
    workspace_id: 'uuid',
    day: 'int',
    text: 'text',
  },
  subqueries: `
written_searches as (
  insert into execution_search (execution_id, workspace_id, day, text)
  select execution_id, workspace_id, day, text
  from searches
  on conflict (execution_id) do nothing
)`,
};
