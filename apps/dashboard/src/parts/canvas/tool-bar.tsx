/** The bar at the foot of a canvas, or of what stands in its place. */
import type { ReactNode } from 'react';
import { canvasText } from '../../text/canvas.js';
import styles from './canvas-tools.module.css';

export function ToolBar({ isCentred, children }: { isCentred: boolean; children: ReactNode }) {
  return (
    <div
      role="toolbar"
      aria-label={canvasText.tools}
      className={styles.tools}
      data-centred={isCentred ? '' : undefined}
    >
      {children}
    </div>
  );
}
