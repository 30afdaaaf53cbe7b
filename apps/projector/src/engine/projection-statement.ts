/**
 * Composes the statement that writes a group of batches: checkpoints first, then each table that
 * has rows. One statement is one transaction: rows and checkpoints commit together, in one round
 * trip.
 */
import { binaryArray, isBinaryElement } from './binary-array.js';
import { projectionSql } from './projection.sql.js';
import {
  storableText,
  type Row,
  type SqlValue,
  type TableRows,
  type TableWrite,
} from './table-write.js';

/** Moves one partition's checkpoint from the offset it was read at to `nextOffset`. */
export interface CheckpointMove {
  readonly partition: number;
  readonly expectedOffset: number;
  readonly nextOffset: number;
  readonly claimOffset: number;
}

export interface ProjectionStatement {
  /** Equal for equal tables, so that Postgres plans it once per connection. */
  readonly name: string;
  readonly text: string;
  readonly values: readonly Parameter[];
}

type Parameter = SqlValue | readonly SqlValue[] | Buffer;

const prepared = new Map<string, { readonly name: string; readonly text: string }>();

function preparedFor(tables: readonly TableWrite<Row>[]): {
  readonly name: string;
  readonly text: string;
} {
  const key = tables.map((table) => table.source).join(',');
  let statement = prepared.get(key);
  if (statement === undefined) {
    statement = { name: `projection-${prepared.size}`, text: projectionSql(tables) };
    prepared.set(key, statement);
  }
  return statement;
}

/** Rows of the same table from several batches, in the order the tables were first seen. */
function rowsByTable(groups: readonly TableRows[]): Map<TableWrite<Row>, Row[]> {
  const byTable = new Map<TableWrite<Row>, Row[]>();
  for (const { table, rows } of groups) {
    if (rows.length === 0) continue;
    const known = byTable.get(table);
    if (known === undefined) byTable.set(table, [...rows]);
    else for (const row of rows) known.push(row);
  }
  return byTable;
}

function columnOf(rows: readonly Row[], column: string, type: string): Parameter {
  const values = rows.map((row) => {
    const value = (row as unknown as Record<string, SqlValue>)[column] ?? null;
    return typeof value === 'string' ? storableText(value) : value;
  });
  return isBinaryElement(type) ? binaryArray(type, values) : values;
}

/** The statement for these moves and rows; it returns the partitions whose checkpoint moved. */
export function projectionStatement(
  projection: string,
  topic: string,
  moves: readonly CheckpointMove[],
  groups: readonly TableRows[],
): ProjectionStatement {
  const byTable = rowsByTable(groups);
  const tables = [...byTable.keys()].sort((a, b) => (a.source < b.source ? -1 : 1));
  const { name, text } = preparedFor(tables);
  const values: Parameter[] = [
    projection,
    topic,
    moves.map((move) => move.partition),
    moves.map((move) => move.expectedOffset),
    moves.map((move) => move.nextOffset),
    moves.map((move) => move.claimOffset),
  ];
  for (const table of tables) {
    const rows = byTable.get(table) ?? [];
    for (const [column, type] of Object.entries(table.columns))
      values.push(columnOf(rows, column, type));
  }
  return { name, text, values };
}
