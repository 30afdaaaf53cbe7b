import { shownText, valueAt } from '../../../core/form/config-value.js';
import type { NamedField } from '../../../core/form/field.js';
import { TextField } from '../../../ui/text-field.js';
import { Control } from '../control.js';
import { cronWords } from '../cron-words.js';
import type { FieldViewProps } from '../form-context.js';
import { useField } from '../use-field.js';

/** With what it says in words, where that is known. */
export function CronKind({ field, ...place }: FieldViewProps & { field: NamedField }) {
  const state = useField({ field, ...place });
  const { form, value, setText, label, hint, message, placeholder } = state;
  const text = shownText(value);
  return (
    <Control state={state}>
      <TextField
        {...{ label, placeholder }}
        isMono
        isReadOnly={form.isReadOnly}
        hint={cronWords(text) ?? hint}
        problem={message}
        value={text}
        onChange={setText}
      />
      {form.CronNote !== null && text !== '' && (
        <form.CronNote cron={text} timezone={shownText(valueAt(form.config, ['timezone']))} />
      )}
    </Control>
  );
}
