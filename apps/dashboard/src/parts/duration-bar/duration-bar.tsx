/** How long it took, against the 95th percentile of its workflow; amber when past it. */
import type { CSSProperties } from 'react';
import { durationShare } from '../../core/duration-share/duration-share.js';
import { durationText } from '../../core/format/format.js';
import styles from './duration-bar.module.css';

export interface DurationBarProps {
  durationMs: number;
  p95Ms: number | null;
  isFailed?: boolean;
}

export function DurationBar({ durationMs, p95Ms, isFailed = false }: DurationBarProps) {
  const { share, isSlow } = durationShare(durationMs, p95Ms);
  const tone = isFailed ? 'failed' : isSlow ? 'slow' : 'plain';
  return (
    <span className={styles.duration} data-tone={tone}>
      {p95Ms !== null && <i style={{ '--v': share } as CSSProperties} />}
      <span className={styles.text}>{durationText(durationMs)}</span>
    </span>
  );
}
