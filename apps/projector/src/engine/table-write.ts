/**
 * How one read-model table is written: the columns of its rows, and the SQL that stores them. Rows
 * come as one array per column (`unnest`): one prepared statement for every batch size.
 */

/** A parameter of a row. JSON and array columns travel as text, cast in SQL, never parsed here. */
export type SqlValue = string | number | boolean | null;

/** Every row names its ledger partition: it counts only if that one's checkpoint moves too. */
export interface Row {
  readonly partition: number;
}

export interface TableWrite<R extends Row> {
  /** Name of the set of rows inside the statement. */
  readonly source: string;
  /** SQL type of each column of the rows. */
  readonly columns: Readonly<Record<keyof R & string, string>>;
  /**
   * One or more named subqueries that read `source`. A function gets the sources of the statement,
   * all of which its text may read.
   */
  readonly subqueries: string | ((sources: ReadonlySet<string>) => string);
}

export const subqueriesOf = (
  { subqueries }: Pick<TableWrite<Row>, 'subqueries'>,
  sources: ReadonlySet<string>,
): string => (typeof subqueries === 'string' ? subqueries : subqueries(sources)).trim();

/** Rows of one table, at most one per key. */
export interface TableRows {
  readonly table: TableWrite<Row>;
  readonly rows: readonly Row[];
}

/** Pairs rows with their table and erases the row type. */
export function tableRows<R extends Row>(table: TableWrite<R>, rows: readonly R[]): TableRows {
  return { table: table, rows };
}

/** Text of a Postgres text[] value, for an array column (unnest would flatten a nested array). */
export const textArrayLiteral = (values: readonly string[]): string =>
  `{${values.map((value) => `"${value.replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;

/** Text of a timestamptz value. */
export const timestampText = (ms: number): string => new Date(ms).toISOString();

/** Text of a text value. Postgres refuses NUL: one in an error message would block a partition. */
export const storableText = (text: string): string =>
  text.includes('\0') ? text.replaceAll('\0', '\ufffd') : text;
