/** Nothing is here: one sentence, one button, one call that does the same. */
import type { ReactNode } from 'react';
import styles from './empty-state.module.css';
import type { IconType } from './icon.js';
import { iconSize } from './icon-size.js';

export interface EmptyStateProps {
  icon?: IconType;
  title: string;
  detail?: string | undefined;
  /** A button, and at most one code block. */
  children?: ReactNode;
}

export function EmptyState({ icon: Icon, title, detail, children }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      {Icon && <Icon {...iconSize} />}
      <p className={styles.title}>{title}</p>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
      {children}
    </div>
  );
}
