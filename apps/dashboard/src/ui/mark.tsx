/** A margin rule and three entries, read as F; the third is still being written. */
import styles from './mark.module.css';

export function Mark({ size = 24 }: { size?: number }) {
  return (
    <svg className={styles.mark} viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <rect className={styles.rule} x="3.5" y="2.5" width="3" height="19" rx="1.5" />
      <rect x="8.5" y="3.5" width="12.5" height="4.5" rx="1.4" />
      <rect x="8.5" y="10" width="8" height="4.5" rx="1.4" />
      <rect x="8.5" y="16.5" width="4.5" height="4.5" rx="1.4" opacity="0.42" />
    </svg>
  );
}
