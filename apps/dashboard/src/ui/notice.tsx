/** Something to know here: what failed, what waits, what went well. */
import type { ReactNode } from 'react';
import styles from './notice.module.css';
import { Silhouette, type SilhouetteName } from './silhouette.js';
import { Info } from './icon.js';
import { iconSize } from './icon-size.js';

type Tone = 'quiet' | 'error' | 'waiting' | 'success';

export interface NoticeProps {
  tone?: Tone;
  title: string;
  detail?: ReactNode;
  /** What to do about it. */
  children?: ReactNode;
}

const drawings: Record<Exclude<Tone, 'quiet'>, SilhouetteName> = {
  error: 'error',
  waiting: 'waiting',
  success: 'success',
};

export function Notice({ tone = 'quiet', title, detail, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      {tone === 'quiet' ? <Info {...iconSize} /> : <Silhouette name={drawings[tone]} />}
      <p className={styles.title}>{title}</p>
      {detail !== undefined && <div className={styles.detail}>{detail}</div>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
