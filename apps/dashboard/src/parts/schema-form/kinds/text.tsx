import type { TextField as TextFieldData } from '../../../core/form/field.js';
import { shownText } from '../../../core/form/config-value.js';
import { TextArea } from '../../../ui/text-area.js';
import { TextField } from '../../../ui/text-field.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import { useField } from '../use-field.js';

/** A text with references, or one of a fixed form: a name, a path. */
export function TextKind({ field, ...place }: FieldViewProps & { field: TextFieldData }) {
  const state = useField({ field, ...place });
  const { form, value, setText, message, problem, path, label, hint, placeholder } = state;
  const { isLabelHidden = false } = place;
  const text = shownText(value);
  const shared = { label, isLabelHidden, hint, placeholder, isReadOnly: form.isReadOnly };
  if (field.hasReferences)
    return (
      <Control state={state}>
        <form.TextSlot
          {...{ ...shared, path, problem, value: text, onChange: setText }}
          language="text"
          rows={field.isLong ? 4 : 1}
        />
      </Control>
    );
  const Plain = field.isLong ? TextArea : TextField;
  return (
    <Control state={state}>
      <Plain {...shared} isMono value={text} onChange={setText} problem={message} />
    </Control>
  );
}
