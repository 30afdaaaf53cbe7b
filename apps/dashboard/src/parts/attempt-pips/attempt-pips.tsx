/** The tries of one delivery or block, oldest first: one sign wherever tries are shown. */
import styles from './attempt-pips.module.css';

export type Pip = 'failed' | 'succeeded' | 'due' | 'planned';

export interface AttemptPipsProps {
  attempts: readonly Pip[];
  /** Says the same in words: "Delivered on the third try". */
  label: string;
}

export function AttemptPips({ attempts, label }: AttemptPipsProps) {
  return (
    <span className={styles.pips} role="img" aria-label={label} title={label}>
      {attempts.map((pip, index) => (
        <i key={index} data-pip={pip} />
      ))}
    </span>
  );
}
