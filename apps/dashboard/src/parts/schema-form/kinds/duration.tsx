import { useState } from 'react';
import { shownText } from '../../../core/form/config-value.js';
import {
  type DurationUnit,
  shownDuration,
  typedDuration,
  unitsOf,
} from '../../../core/form/duration.js';
import type { DurationField } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Select } from '../../../ui/select.js';
import { TextField } from '../../../ui/text-field.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { type FieldState, useField } from '../use-field.js';
import { useTyped } from '../use-typed.js';
import { ValueOrReference } from './reference.js';

export function DurationKind({ field, ...place }: FieldViewProps & { field: DurationField }) {
  const state = useField({ field, ...place });
  const duration = <Duration state={state} field={field} />;
  if (!field.takesReference) return duration;
  return <ValueOrReference state={state}>{duration}</ValueOrReference>;
}

function Duration({ state, field }: { state: FieldState; field: DurationField }) {
  const { form, value, set, label, hint, message } = state;
  const [chosen, choose] = useState<DurationUnit | null>(null);
  const known = typeof value === 'number' ? value : null;
  const standard = Number(field.fallback ?? field.example ?? Number.NaN);
  const shown = shownDuration(known ?? standard, field.unit, chosen);
  const unit = known === null ? (chosen ?? shown.unit) : shown.unit;
  const read = (text: string): string | null => typedDuration(text, unit, field.unit);
  const { text, type } = useTyped(value, known === null ? shownText(value) : shown.text, read);
  const placeholder = Number.isNaN(standard)
    ? undefined
    : shownDuration(standard, field.unit, unit).text;
  const chooseUnit = (next: DurationUnit): void => {
    choose(next);
    if (text.trim() !== '') set(typedDuration(text, next, field.unit));
  };
  return (
    <Control state={state}>
      <div className={styles.line}>
        <TextField
          {...{ label, hint, placeholder }}
          inputMode="decimal"
          isReadOnly={form.isReadOnly}
          problem={message}
          value={text}
          onChange={(next) => {
            choose(unit);
            type(next);
            set(read(next));
          }}
        />
        <Select
          label={words.unit(label)}
          isLabelHidden
          choices={unitsOf(field.unit).map((id) => ({ id, label: words.units[id] }))}
          chosen={unit}
          isDisabled={form.isReadOnly}
          onChoose={(id) => {
            const next = unitsOf(field.unit).find((one) => one === id);
            if (next !== undefined) chooseUnit(next);
          }}
        />
      </div>
    </Control>
  );
}
