/** A fact in a chip. A status of a row is a `StatusLabel`, never a badge. */
import styles from './badge.module.css';
import type { IconType } from './icon.js';
import { smallIconSize } from './icon-size.js';

export interface BadgeProps {
  tone?: 'quiet' | 'error' | 'success' | 'waiting' | 'running' | 'accent' | 'line';
  icon?: IconType;
  isMono?: boolean;
  children: string;
}

export function Badge({ tone = 'quiet', icon: Icon, isMono = false, children }: BadgeProps) {
  return (
    <span className={styles.badge} data-tone={tone} data-mono={isMono ? '' : undefined}>
      {Icon && <Icon {...smallIconSize} size={12} />}
      {children}
    </span>
  );
}
