/** A field of several controls: its name above, what is wrong below. */
import type { ReactNode } from 'react';
import { pathKey } from '../../core/form/form-problem.js';
import text from '../../ui/text.module.css';
import { FieldNotes } from './field-notes.js';
import styles from './schema-form.module.css';
import type { FieldState } from './use-field.js';

export interface FieldBlockProps {
  state: FieldState;
  isLabelHidden?: boolean | undefined;
  /** At the end of the line of the name. */
  end?: ReactNode;
  children: ReactNode;
}

export function FieldBlock({ state, isLabelHidden = false, end, children }: FieldBlockProps) {
  const { label, hint, message } = state;
  return (
    <div className={styles.field} role="group" aria-label={label} data-field={pathKey(state.path)}>
      <div className={isLabelHidden ? text.hidden : styles.label} aria-hidden>
        <span>{label}</span>
      </div>
      {end !== undefined && <div className={styles.corner}>{end}</div>}
      {hint !== undefined && <p className={styles.hint}>{hint}</p>}
      {children}
      {message !== null && (
        <p className={styles.problem} role="alert">
          {message}
        </p>
      )}
      <FieldNotes state={state} />
    </div>
  );
}
