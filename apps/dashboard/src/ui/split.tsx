/**
 * A page and what stands beside it. The edge between them moves by pointer and by arrow keys; on
 * narrow windows the side lies above the page, and the edge is gone.
 */
import type { CSSProperties, ReactNode } from 'react';
import styles from './split.module.css';
import { useEdge } from './use-edge.js';

export interface SplitProps {
  /** A `SidePanel`. Null: the page has the whole width. */
  side: ReactNode;
  /** Names the edge: "Width of the panel". */
  edgeLabel: string;
  sidePx: number;
  leastPx?: number;
  mostPx?: number;
  /** When a move has ended. */
  onResize: (sidePx: number) => void;
  children: ReactNode;
}

export function Split({ side, edgeLabel, sidePx, onResize, children, ...range }: SplitProps) {
  const { leastPx = 280, mostPx = 960 } = range;
  const edge = useEdge({ px: sidePx, leastPx, mostPx }, onResize);
  return (
    <div className={styles.split} style={{ '--side': `${edge.shownPx}px` } as CSSProperties}>
      <div className={styles.main}>{children}</div>
      {side !== null && (
        <>
          <Edge label={edgeLabel} {...{ edge, leastPx, mostPx }} />
          {side}
        </>
      )}
    </div>
  );
}

export interface EdgeProps {
  label: string;
  leastPx: number;
  mostPx: number;
  edge: ReturnType<typeof useEdge>;
}

/** The edge alone, at the left of a panel that knows its width. */
export function Edge({ label, leastPx, mostPx, edge }: EdgeProps) {
  return (
    // A separator that moves is a control; the rule does not know.
    <div
      {...edge.handlers}
      className={styles.edge}
      role="separator"
      aria-orientation="vertical"
      aria-label={label}
      aria-valuemin={leastPx}
      aria-valuemax={mostPx}
      aria-valuenow={edge.shownPx}
      // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex
      tabIndex={0}
      data-dragging={edge.isDragging ? '' : undefined}
    />
  );
}
