/** Rows of the real height and columns, so that nothing shifts; invisible for 150 ms. */
import type { CSSProperties } from 'react';
import styles from './skeleton.module.css';

export interface SkeletonProps {
  label: string;
  rows: number;
  /** The columns of the rows that come, as `grid-template-columns`. */
  columns?: string;
}

/** Parts of a cell, so that rows look like text and not like a wall. */
const widths = [60, 70, 90, 52, 44, 64, 80, 58, 48, 66, 40, 72];

/** `minmax(0, 1fr) 64px` has two columns. */
const countOf = (columns: string): number =>
  columns
    .replaceAll(/\([^)]*\)/g, '')
    .trim()
    .split(/\s+/).length;

export function Skeleton({ label, rows, columns = '1fr 2fr 64px' }: SkeletonProps) {
  const cells = countOf(columns);
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className={styles.row} style={{ '--columns': columns } as CSSProperties}>
          {Array.from({ length: cells }, (_cell, cell) => {
            const width = widths[(row * 5 + cell * 3) % widths.length] ?? 60;
            return (
              <span key={cell} className={styles.bar} style={{ '--w': width } as CSSProperties} />
            );
          })}
        </div>
      ))}
    </div>
  );
}
