import { storedBytes, textBytes } from '@libs/persistence';

/** Every try is a span; its names, times and braces, as text. */
const bytesPerSpan = 300;

const inputOf = (bytes: (column: string) => string): string => `
    (select ${bytes('d.input')} from execution_detail d where d.execution_id = e.id)`;
const spansOf = (bytes: (column: string) => string): string => `
    (select sum(${bytesPerSpan} * b.attempts::bigint + ${bytes('b.input')} + ${bytes('b.output')})
    from block_execution b where b.execution_id = e.id)`;
const sizeOf = (bytes: (column: string) => string): string =>
  `coalesce(${inputOf(bytes)}, 0) + coalesce(${spansOf(bytes)}, 0)`;

/**
 * $1 executions, $2 bytes. Returns those whose spans may fit. Spans too large even in compressed
 * form are not decompressed. Indexes: primary keys of execution_detail and block_execution.
 */
export const fittingSpansSql = `
with likely as materialized (
  select e.id from unnest($1::uuid[]) as e(id) where ${sizeOf(storedBytes)} <= $2
)
select e.id as execution_id from likely e where ${sizeOf(textBytes)} <= $2`;
