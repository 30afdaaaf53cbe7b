import type { FieldOf } from '../../../core/form/field.js';
import { Checkbox } from '../../../ui/checkbox.js';
import { FieldBlock } from '../field-block.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { useField } from '../use-field.js';

/** Several of a few. Unknown entries stay in the list. */
export function ChoicesKind({ field, ...place }: FieldViewProps & { field: FieldOf<'choices'> }) {
  const state = useField({ field, ...place });
  const { form, value, path } = state;
  const fallback: unknown = field.fallback === null ? [] : JSON.parse(field.fallback);
  const written: readonly unknown[] | null = Array.isArray(value) ? value : null;
  const chosen = written ?? (Array.isArray(fallback) ? (fallback as readonly unknown[]) : []);
  const toggle = (option: string): void => {
    const index = chosen.indexOf(option);
    const json = JSON.stringify(option);
    if (written === null) {
      const next = index < 0 ? [...chosen, option] : chosen.filter((one) => one !== option);
      state.set(JSON.stringify(next));
    } else if (index < 0) form.edit([{ kind: 'insert', path: [...path, chosen.length], json }]);
    else form.edit([{ kind: 'remove', path: [...path, index] }]);
  };
  return (
    <FieldBlock state={state}>
      <div className={styles.choices}>
        {field.options.map((option) => (
          <Checkbox
            key={option.value}
            isSelected={chosen.includes(option.value)}
            isDisabled={form.isReadOnly}
            onChange={() => toggle(option.value)}
          >
            {option.label}
          </Checkbox>
        ))}
      </div>
    </FieldBlock>
  );
}
