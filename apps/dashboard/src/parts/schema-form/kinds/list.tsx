import { jsonTextOf } from '../../../core/form/config-value.js';
import type { Field, ListField } from '../../../core/form/field.js';
import { emptyItem } from '../../../core/form/empty-item.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Button } from '../../../ui/button.js';
import { Plus } from '../../../ui/icon.js';
import { FieldBlock } from '../field-block.js';
import type { FieldViewProps } from '../form-context.js';
import { RowButtons } from '../row-buttons.js';
import styles from '../schema-form.module.css';
import { type FieldState, useField } from '../use-field.js';
import { ValueOrReference } from './reference.js';

/** Values or objects in an order that counts. */
export function ListKind({ field, ...place }: FieldViewProps & { field: ListField }) {
  const state = useField({ field, ...place });
  const list = <List state={state} item={field.item} />;
  if (!field.takesReference) return list;
  return (
    <ValueOrReference state={state} startsAsReference>
      {list}
    </ValueOrReference>
  );
}

function List({ state, item }: { state: FieldState; item: Field }) {
  const { form, path, value, label, set } = state;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  const add = (): void => {
    const json = emptyItem(item);
    // What is no list gives its place to one.
    if (!Array.isArray(value)) set(`[${json}]`);
    else form.edit([{ kind: 'insert', path: [...path, items.length], json }]);
  };
  return (
    <FieldBlock state={state}>
      {value !== undefined && !Array.isArray(value) && (
        <code className={styles.foreign}>{jsonTextOf(value)}</code>
      )}
      {items.map((_, index) => (
        // Items have no ids of their own.
        <div key={index} className={styles.row} data-card={item.kind === 'group' ? '' : undefined}>
          <form.FieldView
            field={item}
            base={[...path, index]}
            label={words.entry(label, index)}
            isLabelHidden
          />
          <RowButtons
            name={words.entry(label, index)}
            path={[...path, index]}
            order={{ index, count: items.length }}
          />
        </div>
      ))}
      {!form.isReadOnly && (
        <div>
          <Button tone="ghost" icon={Plus} aria-label={words.addTo(label)} onPress={add}>
            {words.add}
          </Button>
        </div>
      )}
    </FieldBlock>
  );
}
