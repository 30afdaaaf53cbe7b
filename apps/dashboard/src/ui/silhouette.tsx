/** The drawings of the ten statuses. Each differs in shape, so that colour is not needed. */
import type { ReactNode } from 'react';
import styles from './silhouette.module.css';

const line = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.5 } as const;
const round = { strokeLinecap: 'round', strokeLinejoin: 'round' } as const;
const square = { x: 1.9, y: 1.9, width: 12.2, height: 12.2, rx: 3.2 } as const;
const ring = { cx: 8, cy: 8, r: 6.2 } as const;

const drawings = {
  success: (
    <>
      <circle {...ring} {...line} />
      <path d="m5.4 8.2 1.8 1.8 3.4-3.7" {...line} {...round} strokeWidth={1.6} />
    </>
  ),
  error: (
    <>
      <path d="M5.3 1.3h5.4l4 4v5.4l-4 4H5.3l-4-4V5.3z" fill="currentColor" />
      <path
        d="m5.7 5.7 4.6 4.6m0-4.6-4.6 4.6"
        stroke="var(--on-status)"
        strokeWidth={1.7}
        strokeLinecap="round"
      />
    </>
  ),
  running: (
    <>
      <path d="M8 1.8A6.2 6.2 0 1 1 1.8 8" {...line} strokeWidth={1.8} strokeLinecap="round" />
      <circle cx={8} cy={8} r={2} fill="currentColor" />
    </>
  ),
  waiting: (
    <>
      <rect {...square} {...line} />
      <path d="M6.2 5.6v4.8m3.6-4.8v4.8" {...line} strokeWidth={1.7} strokeLinecap="round" />
    </>
  ),
  retrying: (
    <path
      d="M13.6 8a5.6 5.6 0 1 1-1.8-4.1l1.7 1.5M13.7 2v3.5h-3.5"
      {...line}
      {...round}
      strokeWidth={1.6}
    />
  ),
  queued: <circle {...ring} {...line} strokeDasharray="2.2 2.67" />,
  cancelled: (
    <>
      <circle {...ring} {...line} />
      <path d="m3.8 12.2 8.4-8.4" {...line} />
    </>
  ),
  skipped: (
    <>
      <path d="M2 10a6 6 0 0 1 11-2.6M13.3 3.6v4h-4" {...line} {...round} />
      <circle cx={8} cy={11.6} r={1.6} fill="currentColor" />
    </>
  ),
  reused: (
    <>
      <circle {...ring} {...line} />
      <path d="M11.4 8H5m2.6-2.8L4.8 8l2.8 2.8" {...line} {...round} strokeWidth={1.6} />
    </>
  ),
  draft: (
    <>
      <rect {...square} {...line} strokeDasharray="2.6 2.4" />
      <path d="M5.4 8h5.2" {...line} strokeWidth={1.6} strokeLinecap="round" />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type SilhouetteName = keyof typeof drawings;

export function Silhouette({ name, size = 16 }: { name: SilhouetteName; size?: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      className={styles.silhouette}
      data-name={name}
      aria-hidden
    >
      {drawings[name]}
    </svg>
  );
}
