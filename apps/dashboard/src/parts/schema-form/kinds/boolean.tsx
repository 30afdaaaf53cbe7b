import type { FieldOf } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Segment } from '../../../ui/segment.js';
import type { FieldViewProps } from '../form-context.js';
import { FieldBlock } from '../field-block.js';
import { useField } from '../use-field.js';

/** Yes or no. Until one is chosen the default is shown, and not written. */
export function BooleanKind({ field, ...place }: FieldViewProps & { field: FieldOf<'boolean'> }) {
  const state = useField({ field, ...place });
  const { form, value, set, label } = state;
  const shown = typeof value === 'boolean' ? value : field.fallback === 'true';
  return (
    <FieldBlock
      state={state}
      end={
        <Segment
          label={label}
          choices={[
            { id: 'true', label: words.yes },
            { id: 'false', label: words.no },
          ]}
          chosen={String(shown)}
          isDisabled={form.isReadOnly}
          onChoose={(id) => set(id)}
        />
      }
    >
      {null}
    </FieldBlock>
  );
}
