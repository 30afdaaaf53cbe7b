import type { FieldOf } from '../../../core/form/field.js';
import { FieldBlock } from '../field-block.js';
import { FieldList } from '../field-list.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { useField } from '../use-field.js';

/** The fields of an object, below its name. */
export function GroupKind({ field, ...place }: FieldViewProps & { field: FieldOf<'group'> }) {
  const state = useField({ field, ...place });
  const { base, isLabelHidden } = place;
  return (
    <FieldBlock state={state} isLabelHidden={isLabelHidden}>
      <div className={styles.nested} data-plain={isLabelHidden === true ? '' : undefined}>
        <FieldList fields={field.fields} base={base} />
      </div>
    </FieldBlock>
  );
}
