/** A page or a part of it that has nothing else to show: empty, failed, refused. */
import type { ReactNode } from 'react';
import styles from './notice.module.css';

export interface NoticeProps {
  tone?: 'plain' | 'error';
  title: string;
  detail?: string;
  children?: ReactNode;
}

export function Notice({ tone = 'plain', title, detail, children }: NoticeProps) {
  return (
    <div className={styles.notice} data-tone={tone} role={tone === 'error' ? 'alert' : undefined}>
      <p className={styles.title}>{title}</p>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      {children !== undefined && <div className={styles.actions}>{children}</div>}
    </div>
  );
}
