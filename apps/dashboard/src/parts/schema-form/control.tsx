/** Around a control of the kit, which has its own name and problem. */
import type { ReactNode } from 'react';
import { pathKey } from '../../core/form/form-problem.js';
import { FieldNotes } from './field-notes.js';
import styles from './schema-form.module.css';
import type { FieldState } from './use-field.js';

export function Control({
  state,
  end,
  children,
}: {
  state: FieldState;
  /** At the end of the line of the name. */
  end?: ReactNode;
  children: ReactNode;
}) {
  return (
    <div className={styles.field} data-field={pathKey(state.path)}>
      {children}
      {end !== undefined && <div className={styles.corner}>{end}</div>}
      <FieldNotes state={state} />
    </div>
  );
}
