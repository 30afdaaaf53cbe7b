/** Buttons that act on one thing, joined to one. */
import type { ReactNode } from 'react';
import styles from './button-group.module.css';

export function ButtonGroup({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className={styles.group}>
      {children}
    </div>
  );
}
