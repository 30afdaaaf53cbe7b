/**
 * How one read-model table is written: the columns its rows arrive in, and the SQL that takes them. Rows come as one array per
 * column (`unnest`), which is a single prepared statement for every batch size.
 */

/** What a parameter of a row may be; JSON and array columns travel as text and are cast in SQL, never parsed here. */
export type SqlValue = string | number | boolean | null;

/** Every row names the ledger partition it comes from: it counts only if that partition's checkpoint moves with it. */
export interface Row {
  readonly partition: number;
}

export interface TableWrite<R extends Row> {
  /** Name of the set of rows inside the statement. */
  readonly source: string;
  /** SQL type of each column of the rows. */
  readonly columns: Readonly<Record<keyof R & string, string>>;
  /** One or more named subqueries that read `source`. */
  readonly subqueries: string;
}

/** Rows of one table, at most one per key. */
export interface TableRows {
  readonly table: TableWrite<Row>;
  readonly rows: readonly Row[];
}

/** Pairs rows with their table; the one place where the row's type is forgotten. */
export function tableRows<R extends Row>(table: TableWrite<R>, rows: readonly R[]): TableRows {
  return { table: table, rows };
}

/** Text of a Postgres text[] value, for a column that is itself an array (unnest would flatten a nested one). */
export const textArrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Text of a timestamptz value. */
export const timestampText = (ms: number): string => new Date(ms).toISOString();

/** Text of a text value: Postgres refuses NUL, and one in an error message would hold up its partition for ever. */
export const storableText = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
