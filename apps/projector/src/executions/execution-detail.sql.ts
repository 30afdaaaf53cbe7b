/** Details beyond the list; conflict by the primary key. The first value of a column stays. */
import type { TableWrite } from '../engine/table-write.js';
import type { DetailRow } from './execution-detail.projection.js';
import { bucketSql } from '../retention/retention-bucket.js';

export const executionDetailWrite: TableWrite<DetailRow> = {
  source: 'details',
  columns: {
    partition: 'int',
    retention_bucket: 'int',
    execution_id: 'uuid',
    trigger_block_id: 'text',
    input: 'jsonb',
    final_output: 'jsonb',
    cost: 'jsonb',
    files: 'jsonb',
    engine_version: 'text',
  },
  subqueries: `
written_details as (
  insert into execution_detail as d (
    execution_id, trigger_block_id, input, final_output, cost, files, engine_version, retention_bucket)
  select execution_id, trigger_block_id, input, final_output, cost, files, engine_version, ${bucketSql('details')}
  from details
  on conflict (execution_id, retention_bucket) do update set
    input = coalesce(d.input, excluded.input), final_output = coalesce(d.final_output, excluded.final_output),
    cost = coalesce(d.cost, excluded.cost), files = coalesce(d.files, excluded.files),
    engine_version = coalesce(d.engine_version, excluded.engine_version)
  where d.cost is null or d.input is null
)`,
};
