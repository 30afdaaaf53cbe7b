/** What becomes of text that should be JSON and is not, or is none that Postgres takes: it is stored as a string, so that its partition goes on. */
import { toJsonText } from '@libs/contracts';
import { isDeepStrictEqual } from 'node:util';
import type { Row, SqlValue, TableRows } from './table-write.js';

function storable(text: string): string {
  try {
    return toJsonText(JSON.parse(text));
  } catch {
    return toJsonText(text);
  }
}

function repairedRow(row: Row, columns: readonly string[]): Row {
  const values = { ...row } as unknown as Record<string, SqlValue>;
  for (const column of columns) {
    const value = values[column];
    if (typeof value === 'string') values[column] = storable(value);
  }
  return values as unknown as Row;
}

/** @returns the same rows with JSON that Postgres takes; null when theirs is such already */
export function withStorableJson(tables: readonly TableRows[]): readonly TableRows[] | null {
  const repaired = tables.map(({ table, rows }): TableRows => {
    const columns = Object.entries(table.columns).flatMap(([name, type]) =>
      type === 'jsonb' ? [name] : [],
    );
    return { table, rows: rows.map((row) => repairedRow(row, columns)) };
  });
  return isDeepStrictEqual(repaired, tables) ? null : repaired;
}
