/** How many bytes of JSON a page would have: first by what is stored, and of what is left by what it is. */
import { storedBytes, textBytes } from '@libs/persistence';

/** What a span has besides: names, times and braces, as text. */
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
 * How many of these executions ($1), from the first on, have at most $4 bytes as stored and $5 as text together; at least one. $2: final
 * outputs count, $3: spans and inputs do. Primary keys all the way.
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
