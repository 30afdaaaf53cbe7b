import { shownText } from '../../../core/form/config-value.js';
import type { CodeField } from '../../../core/form/field.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import { useField } from '../use-field.js';

/** The body of a function, or one expression. */
export function CodeKind({ field, ...place }: FieldViewProps & { field: CodeField }) {
  const state = useField({ field, ...place });
  const { form, value, setText, problem, path, label, hint, placeholder } = state;
  const { isLabelHidden = false } = place;
  return (
    <Control state={state}>
      <form.TextSlot
        {...{ label, isLabelHidden, hint, path, problem, placeholder }}
        value={shownText(value)}
        onChange={setText}
        language={field.kind}
        rows={field.kind === 'code' ? 8 : 1}
        isReadOnly={form.isReadOnly}
      />
    </Control>
  );
}
