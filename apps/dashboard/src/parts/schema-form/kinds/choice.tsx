import { holdsReference, shownText } from '../../../core/form/config-value.js';
import type { ChoiceField } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Select } from '../../../ui/select.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import { useField } from '../use-field.js';

/** One of a few. A default is the placeholder; choosing it writes it. */
export function ChoiceKind({ field, ...place }: FieldViewProps & { field: ChoiceField }) {
  const state = useField({ field, ...place });
  const { form, value, set, label, hint, message } = state;
  const { isLabelHidden = false } = place;
  const labelOf = (id: unknown): string | undefined =>
    field.options.find((option) => option.value === id)?.label;
  const text = shownText(value);
  // What is no choice, such as one of a newer version, is shown as it is.
  const unknown = value !== undefined && labelOf(text) === undefined;
  const unknownLabel = holdsReference(value) ? text : words.unknownValue(text);
  const fallback =
    field.fallback === null ? field.unchosen : (labelOf(JSON.parse(field.fallback)) ?? null);
  return (
    <Control state={state}>
      <Select
        {...{ label, isLabelHidden, hint }}
        choices={[
          ...field.options.map((option) => ({ id: option.value, label: option.label })),
          ...(unknown ? [{ id: text, label: unknownLabel }] : []),
        ]}
        chosen={value === undefined ? null : text}
        placeholder={fallback === null ? words.choose : words.default(fallback)}
        problem={message}
        isDisabled={form.isReadOnly}
        onChoose={(id) => set(JSON.stringify(id))}
      />
    </Control>
  );
}
