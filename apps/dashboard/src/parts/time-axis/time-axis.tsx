/**
 * The head of a picture over time, and what lies behind all its rows: bands of folded waits that
 * name their length, and a line for now or for the end. Places are percent; core/waterfall finds
 * them.
 */
import type { CSSProperties } from 'react';
import styles from './time-axis.module.css';

const at = (x: number, width?: number): CSSProperties =>
  ({ '--x': x, ...(width !== undefined && { '--w': width }) }) as CSSProperties;

export interface AxisTick {
  readonly x: number;
  readonly text: string;
  /** A time at a line, or the length of a folded wait. */
  readonly kind: 'time' | 'length';
}

export function TimeAxis({ ticks }: { ticks: readonly AxisTick[] }) {
  return (
    <div className={styles.axis} aria-hidden>
      {ticks.map(({ x, text, kind }) => (
        <span key={`${kind} ${x}`} className={styles.tick} data-kind={kind} style={at(x)}>
          {text}
        </span>
      ))}
    </div>
  );
}

export interface TimeBackdropProps {
  folds: readonly { readonly x: number; readonly width: number }[];
  /** The end of what is shown, or the time that passes. */
  line?: { readonly x: number; readonly tone: 'now' | 'failed' | 'ended' } | null;
}

export function TimeBackdrop({ folds, line = null }: TimeBackdropProps) {
  return (
    <div className={styles.backdrop} aria-hidden>
      {folds.map(({ x, width }) => (
        <i key={x} className={styles.fold} style={at(x, width)} />
      ))}
      {line !== null && <i className={styles.line} data-tone={line.tone} style={at(line.x)} />}
    </div>
  );
}
