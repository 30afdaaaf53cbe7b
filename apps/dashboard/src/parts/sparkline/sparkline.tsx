/** A volume over time in 24 to 32 bars, errors on top in red. Its figures stand beside it. */
import type { CSSProperties } from 'react';
import styles from './sparkline.module.css';

interface SparkBar {
  readonly total: number;
  readonly errors: number;
}

export interface SparklineProps {
  bars: readonly SparkBar[];
  /** Says what it shows, with its figures: "520 runs in 24 hours, 20 failed". */
  label: string;
  size?: 'small' | 'large';
  /** Bars that count errors only are red, hours without any grey. */
  isErrorsOnly?: boolean;
}

const percent = (part: number, whole: number): number => (whole > 0 ? (part / whole) * 100 : 0);

export function Sparkline({ bars, label, size = 'small', isErrorsOnly = false }: SparklineProps) {
  const most = bars.reduce((max, { total }) => Math.max(max, total), 0);
  return (
    <span
      className={styles.spark}
      role="img"
      aria-label={label}
      data-size={size}
      data-errors-only={isErrorsOnly ? '' : undefined}
    >
      {bars.map(({ total, errors }, index) => {
        const share = { '--h': percent(total, most), '--e': percent(errors, total) };
        return (
          <i
            key={index}
            style={share as CSSProperties}
            data-failed={errors > 0 && !isErrorsOnly ? '' : undefined}
            data-empty={total === 0 ? '' : undefined}
          />
        );
      })}
    </span>
  );
}
