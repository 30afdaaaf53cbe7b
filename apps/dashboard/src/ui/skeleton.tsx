/** Rows of the real height, so that nothing shifts; invisible for 150 ms. */
import styles from './skeleton.module.css';

export function Skeleton({ label, rows }: { label: string; rows: number }) {
  return (
    <div className={styles.skeleton} role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles.row}>
          <div className={styles.bar} />
        </div>
      ))}
    </div>
  );
}
