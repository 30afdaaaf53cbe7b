/**
 * How large a JSON column is, as SQL. What is stored compressed tells little (a hundredth, of much of the same), and to unpack megabytes
 * only to count them is work: ask for what is stored first, which costs a look, and only of what is left for what it is.
 */

/** Bytes as stored. */
export const storedBytes = (column: string): string => `coalesce(pg_column_size(${column}), 0)`;

/** Bytes as text, or nearly: what is not compressed is not looked at. */
export const textBytes = (column: string): string =>
  `coalesce(case when pg_column_compression(${column}) is null then pg_column_size(${column}) else octet_length(${column}::text) end, 0)`;
