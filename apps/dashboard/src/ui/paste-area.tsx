/** A large field for text that is pasted. Native: it needs nothing that the other fields load. */
import { type CSSProperties, useId } from 'react';
import styles from './field.module.css';

export interface PasteAreaProps {
  label: string;
  hint: string;
  placeholder: string;
  /** The least it shows. */
  lines: number;
  value: string;
  onChange: (text: string) => void;
}

export function PasteArea({ label, hint, placeholder, lines, value, onChange }: PasteAreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <div className={styles.frame}>
        <textarea
          id={id}
          className={`${styles.input} ${styles.area}`}
          style={{ '--lines': lines } as CSSProperties}
          data-mono=""
          spellCheck={false}
          aria-describedby={`${id}hint`}
          placeholder={placeholder}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </div>
      <span id={`${id}hint`} className={styles.hint}>
        {hint}
      </span>
    </div>
  );
}
