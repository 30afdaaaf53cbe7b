import { useState } from 'react';
import { armAt, switchArm } from '../../../core/form/chosen-arm.js';
import type { Arm, UnionField } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Select } from '../../../ui/select.js';
import { FieldList } from '../field-list.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { TriggerPresets } from '../trigger-presets.js';
import { useField } from '../use-field.js';

const none = '';

/** One of several ways: a select, and the fields of the chosen one. */
export function UnionKind({ field, ...place }: FieldViewProps & { field: UnionField }) {
  const state = useField({ field, ...place });
  const { form, path: at, hint, message } = state;
  const { base } = place;
  // An arm without a value yet is known here only.
  const [chosen, choose] = useState<Arm | null>(null);
  const { config } = form;
  const first = field.isRequired && field.discriminator.by === 'presence' ? field.arms[0] : null;
  const arm = armAt(field, config, at) ?? chosen ?? first ?? null;
  const isRoot = field.path.length === 0;
  const change = (id: string): void => {
    const next = field.arms.find((one) => one.id === id) ?? null;
    const { edits, kept } = switchArm(field, next, {
      config: form.configNow(),
      at,
      kept: form.keptValues(),
    });
    form.keep(kept);
    choose(field.discriminator.by === 'presence' ? next : null);
    if (edits.length > 0) form.edit(edits);
  };
  return (
    <>
      <Control state={state}>
        <Select
          label={isRoot ? words.way : state.label}
          hint={isRoot ? undefined : hint}
          choices={[
            ...(field.isRequired ? [] : [{ id: none, label: words.none }]),
            ...field.arms.map(({ id, title }) => ({ id, label: title })),
          ]}
          chosen={arm?.id ?? (field.isRequired ? null : none)}
          placeholder={words.choose}
          problem={message}
          isDisabled={form.isReadOnly}
          onChoose={change}
        />
      </Control>
      {field.isTriggerCheck && <TriggerPresets state={state} />}
      {arm !== null && arm.fields.length > 0 && (
        <div className={isRoot ? styles.fields : styles.nested}>
          <FieldList key={arm.id} fields={arm.fields} base={base} />
        </div>
      )}
    </>
  );
}
