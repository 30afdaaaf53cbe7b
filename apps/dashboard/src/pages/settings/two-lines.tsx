import type { ReactNode } from 'react';
import styles from './settings.module.css';

export interface TwoLinesProps {
  children: ReactNode;
  /** Small and faint, below. */
  second: ReactNode;
}

export function TwoLines({ children, second }: TwoLinesProps) {
  return (
    <span className={styles.two}>
      <span>{children}</span>
      {second !== null && <span className={styles.second}>{second}</span>}
    </span>
  );
}
