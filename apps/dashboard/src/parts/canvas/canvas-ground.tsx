/** The ground of a canvas, also before its blocks are there. */
import type { ReactNode } from 'react';
import styles from './canvas.module.css';

export function CanvasGround({ children }: { children?: ReactNode }) {
  return <div className={styles.canvas}>{children}</div>;
}
