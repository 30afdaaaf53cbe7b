/** Estimates the JSON size of a page: first by stored size, then the rest by text size. */
import { storedBytes, textBytes } from '@libs/persistence';

/** A span's names, times and braces, as text. */
const spanBytes = 600;

const spansOf = (bytes: (column: string) => string, each: number): string => `
    (select sum(${each} + ${bytes('b.input')} + ${bytes('b.output')}) from block_execution b where b.execution_id = r.execution_id)`;
const outputOf = (bytes: (column: string) => string): string => `
    (select ${bytes('d.final_output')} from execution_detail d where d.execution_id = r.execution_id)`;
const inputOf = (bytes: (column: string) => string): string => `
    (select ${bytes('d.input')} from execution_detail d where d.execution_id = r.execution_id)`;

const sizeOf = (bytes: (column: string) => string, eachSpan: number): string => `
    case when $2 then coalesce(${outputOf(bytes)}, 0) else 0 end
    + case when $3 then coalesce(${spansOf(bytes, eachSpan)}, 0) + coalesce(${inputOf(bytes)}, 0) else 0 end`;

/**
 * $1 executions in order, $2 count outputs, $3 count spans and inputs, $4 stored bytes, $5 text
 * bytes. Returns how many from the first on fit both limits, at least 1. Indexes: primary keys.
 */
export const fittingSql = `
with stored as (
  select execution_id, place, sum(bytes) over (order by place) as total
  from (select execution_id, place, ${sizeOf(storedBytes, 0)} as bytes
    from unnest($1::uuid[]) with ordinality as r(execution_id, place)) r
), likely as materialized (
  select execution_id, place from stored where total <= $4 or place = 1
), texts as (
  select place, sum(bytes) over (order by place) as total
  from (select place, ${sizeOf(textBytes, spanBytes)} as bytes from likely r) r
)
select count(*)::int as count from texts where total <= $5 or place = 1`;
