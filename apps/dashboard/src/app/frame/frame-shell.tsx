/** The frame without a workspace: the mark, and a page. */
import type { ReactNode } from 'react';
import { Mark } from '../../ui/mark.js';
import styles from './frame.module.css';

export function FrameShell({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame} data-slim="">
      <div className={styles.rail}>
        <div className={styles.alone}>
          <Mark />
        </div>
      </div>
      <main className={styles.sheet} id="page">
        {children}
      </main>
    </div>
  );
}
