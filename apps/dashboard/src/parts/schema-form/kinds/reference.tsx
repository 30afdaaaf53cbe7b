/** A value that may be a reference: a switch between the two, at the end of the name's line. */
import { type ReactNode, useState } from 'react';
import { jsonTextOf } from '../../../core/form/config-value.js';
import { pathKey } from '../../../core/form/form-problem.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Braces } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Control } from '../control.js';
import styles from '../schema-form.module.css';
import type { FieldState } from '../use-field.js';

interface ReferenceProps {
  state: FieldState;
  isLabelHidden?: boolean | undefined;
  /** An empty field is a reference, as authors seldom write the value. */
  startsAsReference?: boolean;
  /** The control for the value. */
  children: ReactNode;
}

export function ValueOrReference({ state, children, ...look }: ReferenceProps) {
  const { isLabelHidden = false, startsAsReference = false } = look;
  const { form, path, value, set, setText, label, hint, problem } = state;
  const [chosen, choose] = useState(startsAsReference);
  const isReference = value === undefined ? chosen : typeof value === 'string';
  const toggle = (): void => {
    const [from, to] = isReference ? ['reference', 'value'] : ['value', 'reference'];
    const json = jsonTextOf(value);
    const kept = new Map(form.keptValues());
    if (json !== null) kept.set(`${from} ${pathKey(path)}`, json);
    form.keep(kept);
    choose(!isReference);
    set(kept.get(`${to} ${pathKey(path)}`) ?? null);
  };
  return (
    <div className={styles.either}>
      {isReference ? (
        <Control state={state}>
          <form.TextSlot
            value={typeof value === 'string' ? value : ''}
            onChange={setText}
            language="text"
            rows={1}
            placeholder={words.referencePlaceholder}
            isReadOnly={form.isReadOnly}
            {...{ label, isLabelHidden, hint, path, problem }}
          />
        </Control>
      ) : (
        children
      )}
      <div className={styles.corner}>
        <IconButton
          icon={Braces}
          tone="ghost"
          label={isReference ? words.toValue(label) : words.toReference(label)}
          isPressed={isReference}
          isDisabled={form.isReadOnly}
          onPress={toggle}
        />
      </div>
    </div>
  );
}
