import { shownText, typedNumber } from '../../../core/form/config-value.js';
import type { NumberField } from '../../../core/form/field.js';
import { TextField } from '../../../ui/text-field.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import { useField } from '../use-field.js';
import { useTyped } from '../use-typed.js';
import { ValueOrReference } from './reference.js';

/** A field for text: the kit's field for numbers would round those of twenty digits. */
export function NumberKind({ field, ...place }: FieldViewProps & { field: NumberField }) {
  const state = useField({ field, ...place });
  const { form, value, set, label, hint, message, placeholder } = state;
  const { text, type } = useTyped(value, shownText(value), typedNumber);
  const { isLabelHidden = false } = place;
  const number = (
    <Control state={state}>
      <TextField
        {...{ label, isLabelHidden, hint, placeholder }}
        inputMode="decimal"
        isReadOnly={form.isReadOnly}
        problem={message}
        value={text}
        onChange={(next) => {
          type(next);
          set(typedNumber(next));
        }}
      />
    </Control>
  );
  if (!field.takesReference) return number;
  return (
    <ValueOrReference state={state} isLabelHidden={isLabelHidden}>
      {number}
    </ValueOrReference>
  );
}
