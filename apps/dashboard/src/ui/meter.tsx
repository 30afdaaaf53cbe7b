/** How much of something is used or left. The words beside it say the number. */
import type { CSSProperties } from 'react';
import styles from './meter.module.css';

export interface MeterProps {
  label: string;
  value: number;
  most: number;
  /** Says the value for screen readers, with its unit. */
  text: string;
  tone?: 'plain' | 'waiting' | 'error';
  size?: 'small' | 'large';
}

export function Meter({ label, value, most, text, tone = 'plain', size = 'small' }: MeterProps) {
  const share = most > 0 ? Math.min(100, Math.max(0, (value / most) * 100)) : 0;
  return (
    <div
      className={styles.meter}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={text}
      data-tone={tone}
      data-size={size}
      style={{ '--v': share } as CSSProperties}
    />
  );
}
