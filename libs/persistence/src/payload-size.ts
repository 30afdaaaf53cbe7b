/**
 * The size of a JSON column, as SQL. The stored size of a compressed value says little: repetitive
 * text shrinks to a hundredth. Unpacking megabytes only to measure them is expensive. So check the
 * stored size first, which is cheap, and the text size only for the rows that are left.
 */

/** Bytes as stored. */
export const storedBytes = (column: string): string => `coalesce(pg_column_size(${column}), 0)`;

/** Approximate bytes as text; values that are not compressed are not read. */
export const textBytes = (column: string): string =>
  `coalesce(case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;
