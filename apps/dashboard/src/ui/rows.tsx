/** A table with hairlines. On a narrow screen each row becomes a short list of its cells. */
import type { ReactNode } from 'react';
import styles from './rows.module.css';

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  align?: 'start' | 'end';
  /** What the row is about: on a narrow screen it needs no title. */
  isName?: boolean;
}

export interface RowsProps<Row> {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
}

export function Rows<Row>({ label, columns, rows, keyOf }: RowsProps<Row>) {
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          {columns.map(({ id, title, align = 'start' }) => (
            <th key={id} scope="col" data-align={align}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ id, title, cell, align = 'start', isName = false }) => (
              <td
                key={id}
                data-align={align}
                data-title={title}
                data-name={isName ? '' : undefined}
              >
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
