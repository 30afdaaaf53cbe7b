/**
 * Text that is not JSON, or JSON that Postgres refuses, is repaired or stored as a string, so that
 * its partition continues.
 */
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

/** @returns the rows with JSON that Postgres accepts; null when they need no change */
export function withStorableJson(tables: readonly TableRows[]): readonly TableRows[] | null {
  const repaired = tables.map(({ table, rows }): TableRows => {
    const columns = Object.entries(table.columns).flatMap(([name, type]) =>
      type === 'jsonb' ? [name] : [],
    );
    return { table, rows: rows.map((row) => repairedRow(row, columns)) };
  });
  return isDeepStrictEqual(repaired, tables) ? null : repaired;
}
