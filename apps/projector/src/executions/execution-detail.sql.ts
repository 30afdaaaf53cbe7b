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
    began_at: 'timestamptz',
    first_offset: 'bigint',
    parent_block_id: 'text',
  },
  subqueries: `
written_details as (
  insert into execution_detail as d (
    execution_id, trigger_block_id, input, final_output, cost, files, engine_version, began_at, first_offset, parent_block_id,
    retention_bucket)
  select execution_id, trigger_block_id, input, final_output, cost, files, engine_version, began_at, first_offset, parent_block_id,
    ${bucketSql('details')}
  from details
  on conflict (execution_id, retention_bucket) do update set
    input = coalesce(d.input, excluded.input), final_output = coalesce(d.final_output, excluded.final_output),
    cost = coalesce(d.cost, excluded.cost), files = coalesce(d.files, excluded.files),
    engine_version = coalesce(d.engine_version, excluded.engine_version),
    began_at = coalesce(d.began_at, excluded.began_at), first_offset = coalesce(d.first_offset, excluded.first_offset),
    parent_block_id = coalesce(d.parent_block_id, excluded.parent_block_id)
  where d.cost is null or d.input is null
)`,
};
