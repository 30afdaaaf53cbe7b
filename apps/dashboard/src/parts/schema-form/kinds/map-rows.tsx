/** The fields of an object whose names the author chooses. A name counts once it is finished. */
import { useState } from 'react';
import type { PairsField } from '../../../core/form/field.js';
import { clearing } from '../../../core/form/form-edit.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { TextField } from '../../../ui/text-field.js';
import { RowButtons } from '../row-buttons.js';
import styles from '../schema-form.module.css';
import type { FieldState } from '../use-field.js';

interface MapRowsProps {
  state: FieldState;
  field: PairsField;
  names: readonly string[];
  /** A row that has no name yet. */
  isAdding: boolean;
  onAdded: () => void;
}

export function MapRows({ state, field, names, isAdding, onAdded }: MapRowsProps) {
  const { form, path, label } = state;
  const rename = (from: string, to: string): void =>
    form.edit([{ kind: 'rename', path: [...path, from], name: to }]);
  const add = (name: string): void => {
    form.edit([{ kind: 'set', path: [...path, name], json: '""' }]);
    onAdded();
  };
  return (
    <>
      {names.map((name) => (
        <div key={name} className={styles.pair}>
          <NameField
            label={words.nameOf(`${label}, ${name}`)}
            name={name}
            others={names.filter((other) => other !== name)}
            isReadOnly={form.isReadOnly}
            onName={(to) => rename(name, to)}
          />
          <form.FieldView
            field={field.value}
            base={[...path, name]}
            isLabelHidden
            label={words.valueOf(`${label}, ${name}`)}
          />
          <RowButtons
            name={`${label}, ${name}`}
            path={[...path, name]}
            order={null}
            onRemove={() => form.edit([clearing(form.configNow(), [...path, name])])}
          />
        </div>
      ))}
      {isAdding && (
        <div className={styles.pair}>
          <NameField
            label={words.nameOf(label)}
            name=""
            others={names}
            isReadOnly={false}
            onName={add}
          />
        </div>
      )}
    </>
  );
}

interface NameFieldProps {
  label: string;
  name: string;
  others: readonly string[];
  isReadOnly: boolean;
  onName: (name: string) => void;
}

function NameField({ label, name, others, isReadOnly, onName }: NameFieldProps) {
  const [typed, setTyped] = useState(name);
  const isTaken = others.includes(typed);
  const finish = (): void => {
    if (typed === '' || typed === name || isTaken) return;
    onName(typed);
  };
  return (
    <TextField
      label={label}
      isLabelHidden
      isMono
      placeholder={words.name}
      isReadOnly={isReadOnly}
      value={typed}
      problem={isTaken ? words.nameTaken : null}
      onChange={setTyped}
      onBlur={finish}
      onKeyDown={(event) => {
        if (event.key === 'Enter') finish();
      }}
    />
  );
}
