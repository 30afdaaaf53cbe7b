/**
 * How many bytes of JSON a page would have. What is stored compressed tells little (a hundredth, of much of the same), and to unpack
 * megabytes only to count them is work: so first by what is stored, which costs a look, and of what is left by what it is.
 */

/** Bytes as stored. */
export const storedBytes = (column: string): string => `coalesce(pg_column_size(${column}), 0)`;

/** Bytes as text, or nearly: what is not compressed is not looked at. */
export const textBytes = (column: string): string =>
  `coalesce(case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;

const spansOf = (bytes: (column: string) => string): string => `
    (select sum(${bytes('b.input')} + ${bytes('b.output')}) from block_execution b where b.execution_id = r.execution_id)`;
const outputOf = (bytes: (column: string) => string): string => `
    (select ${bytes('d.final_output')} from execution_detail d where d.execution_id = r.execution_id)`;
const inputOf = (bytes: (column: string) => string): string => `
    (select ${bytes('d.input')} from execution_detail d where d.execution_id = r.execution_id)`;

const sizeOf = (bytes: (column: string) => string): string => `
    case when $2 then coalesce(${outputOf(bytes)}, 0) else 0 end
    + case when $3 then coalesce(${spansOf(bytes)}, 0) + coalesce(${inputOf(bytes)}, 0) else 0 end`;

/**
 * How many of these executions ($1), from the first on, have at most $4 bytes as stored and $5 as text together; at least one. $2: final
 * outputs count, $3: spans and inputs do. Primary keys all the way.
 */
export const fittingSql = `
with stored as (
  select execution_id, place, sum(bytes) over (order by place) as total
  from (select execution_id, place, ${sizeOf(storedBytes)} as bytes
    from unnest($1::uuid[]) with ordinality as r(execution_id, place)) r
), likely as materialized (
  select execution_id, place from stored where total <= $4 or place = 1
), texts as (
  select place, sum(bytes) over (order by place) as total
  from (select place, ${sizeOf(textBytes)} as bytes from likely r) r
)
select count(*)::int as count from texts where total <= $5 or place = 1`;
