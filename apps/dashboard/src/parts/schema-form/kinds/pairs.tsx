/** Names with values: headers, parameters, variables. */
import { useState } from 'react';
import { isObject, shownText, valueAt } from '../../../core/form/config-value.js';
import type { PairsField } from '../../../core/form/field.js';
import { setOrRemove } from '../../../core/form/form-edit.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Button } from '../../../ui/button.js';
import { Plus } from '../../../ui/icon.js';
import { TextField } from '../../../ui/text-field.js';
import { FieldBlock } from '../field-block.js';
import type { FieldViewProps } from '../form-context.js';
import { RowButtons } from '../row-buttons.js';
import styles from '../schema-form.module.css';
import { type FieldState, useField } from '../use-field.js';
import { MapRows } from './map-rows.js';

export function PairsKind({ field, ...place }: FieldViewProps & { field: PairsField }) {
  const state = useField({ field, ...place });
  const [isAdding, setAdding] = useState(false);
  const { form, path, value, label, set } = state;
  const count = Array.isArray(value) ? value.length : 0;
  const names = isObject(value) ? Object.keys(value) : [];
  // Without rows it is one line.
  const isEmpty = count + names.length === 0 && !isAdding;
  const add = (): void => {
    const item = '{"key": "", "value": ""}';
    if (field.holder === 'map') setAdding(true);
    else if (!Array.isArray(value)) set(`[${item}]`);
    else form.edit([{ kind: 'insert', path: [...path, count], json: item }]);
  };
  const button = form.isReadOnly ? undefined : (
    <Button tone="ghost" icon={Plus} aria-label={words.addTo(label)} onPress={add}>
      {words.add}
    </Button>
  );
  return (
    <FieldBlock
      state={isEmpty ? { ...state, hint: undefined } : state}
      end={isEmpty ? button : undefined}
    >
      {field.holder === 'list' ? (
        <ListRows state={state} field={field} />
      ) : (
        <MapRows
          state={state}
          field={field}
          names={names}
          isAdding={isAdding}
          onAdded={() => setAdding(false)}
        />
      )}
      {!isEmpty && button !== undefined && <div className={styles.add}>{button}</div>}
    </FieldBlock>
  );
}

function ListRows({ state, field }: { state: FieldState; field: PairsField }) {
  const { form, path, value, label } = state;
  const items: readonly unknown[] = Array.isArray(value) ? value : [];
  return items.map((item, index) => {
    const name = words.entry(label, index);
    const at = [...path, index];
    return (
      <div key={index} className={styles.pair}>
        <TextField
          label={words.nameOf(name)}
          isLabelHidden
          isMono
          placeholder={words.name}
          isReadOnly={form.isReadOnly}
          value={shownText(valueAt(item, ['key']))}
          onChange={(text) => form.edit([setOrRemove([...at, 'key'], JSON.stringify(text))])}
        />
        <form.FieldView field={field.value} base={at} isLabelHidden label={words.valueOf(name)} />
        <RowButtons name={name} path={at} order={null} />
      </div>
    );
  });
}
