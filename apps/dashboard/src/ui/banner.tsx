/** Across the page, as long as it is true: offline, a save that failed. */
import type { ReactNode } from 'react';
import styles from './banner.module.css';
import type { IconType } from './icon.js';
import { smallIconSize } from './icon-size.js';

export interface BannerProps {
  /** An error is announced at once. */
  tone?: 'waiting' | 'error' | 'quiet';
  icon: IconType;
  text: string;
  /** A button. */
  children?: ReactNode;
}

export function Banner({ tone = 'waiting', icon: Icon, text, children }: BannerProps) {
  return (
    <div className={styles.banner} data-tone={tone} role={tone === 'error' ? 'alert' : 'status'}>
      <Icon {...smallIconSize} />
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  );
}
