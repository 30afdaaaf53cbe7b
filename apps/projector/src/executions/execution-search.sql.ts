/** Text for searches; conflict by the primary key. The first end wins, as in `execution_log`. */
import type { TableWrite } from '../engine/table-write.js';
import type { SearchRow } from './execution-search.projection.js';
import { bucketSql } from '../retention/retention-bucket.js';

export const executionSearchWrite: TableWrite<SearchRow> = {
  source: 'searches',
  columns: {
    partition: 'int',
    retention_bucket: 'int',
    execution_id: 'uuid',
    workspace_id: 'uuid',
    day: 'int',
    text: 'text',
  },
  subqueries: `
written_searches as (
  insert into execution_search (execution_id, workspace_id, day, text, retention_bucket)
  select execution_id, workspace_id, day, text, ${bucketSql('searches')}
  from searches
  on conflict (execution_id, retention_bucket) do nothing
)`,
};
