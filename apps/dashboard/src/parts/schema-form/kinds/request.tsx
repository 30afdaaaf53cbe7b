import { shownText } from '../../../core/form/config-value.js';
import type { FieldOf } from '../../../core/form/field.js';
import { FieldNotes } from '../field-notes.js';
import { FieldSlot } from '../field-slot.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { useField } from '../use-field.js';

/** `POST https://shop.example/orders`, on one line. */
export function RequestKind({ field, base }: FieldViewProps & { field: FieldOf<'request'> }) {
  const state = useField({ field: field.url, base });
  const { form, path, value, setText, problem, placeholder, label, hint } = state;
  return (
    <div className={styles.field}>
      <div className={styles.label} aria-hidden>
        {label}
      </div>
      <div className={styles.request}>
        <FieldSlot {...{ form, base }} field={field.method} isLabelHidden />
        <form.TextSlot
          {...{ label, isLabelHidden: true, hint, path, problem, placeholder }}
          value={shownText(value)}
          onChange={setText}
          language="text"
          rows={1}
          isReadOnly={form.isReadOnly}
        />
      </div>
      <FieldNotes state={state} />
    </div>
  );
}
