/** A fact in a chip that shows more of it. */
import { Button, type ButtonProps } from 'react-aria-components/Button';
import styles from './badge.module.css';
import type { BadgeProps } from './badge.js';
import { Tooltip } from './tooltip.js';

export interface BadgeButtonProps
  extends Pick<BadgeProps, 'tone'>, Omit<ButtonProps, 'className' | 'style' | 'children'> {
  children: string;
  /** A sentence about the fact. */
  detail: string;
}

export function BadgeButton({ tone = 'quiet', children, detail, ...props }: BadgeButtonProps) {
  return (
    <Tooltip text={detail} placement="bottom">
      <Button {...props} className={`${styles.badge} ${styles.press}`} data-tone={tone}>
        {children}
      </Button>
    </Tooltip>
  );
}
