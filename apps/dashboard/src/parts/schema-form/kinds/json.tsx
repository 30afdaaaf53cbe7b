/** Any JSON: as a text, in which references may stand, or as JSON with references in its texts. */
import { useState } from 'react';
import { indentedJson, jsonTextOf, typedJson } from '../../../core/form/config-value.js';
import type { JsonField } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Braces } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Segment } from '../../../ui/segment.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { type FieldState, useField } from '../use-field.js';
import { useTyped } from '../use-typed.js';

type Mode = 'text' | 'json';

/** A text that is a number, a list or an object as JSON becomes one; any other one stays. */
function asJson(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const json = typedJson(value);
  return json?.startsWith('"') === false ? json : null;
}

function useMode({ value, set }: FieldState, field: JsonField) {
  const [chosen, choose] = useState<Mode | null>(null);
  const written = value === undefined ? field.starts : typeof value === 'string' ? 'text' : 'json';
  const mode: Mode =
    field.shape === 'object' || (value !== undefined && typeof value !== 'string')
      ? 'json'
      : (chosen ?? written);
  const change = (next: Mode): void => {
    choose(next);
    const json = next === 'json' ? asJson(value) : null;
    if (json !== null) set(json);
    else if (next === 'text' && value !== undefined && typeof value !== 'string')
      set(JSON.stringify(jsonTextOf(value)));
  };
  return { mode, change };
}

export function JsonKind({ field, ...place }: FieldViewProps & { field: JsonField }) {
  const state = useField({ field, ...place });
  const { mode, change } = useMode(state, field);
  const { isLabelHidden = false } = place;
  const content =
    mode === 'text' ? (
      <TextOfJson state={state} field={field} isRow={isLabelHidden} />
    ) : (
      <JsonText state={state} isRow={isLabelHidden} />
    );
  const isJson = mode === 'json';
  if (isLabelHidden)
    return (
      <div className={styles.line}>
        {content}
        <IconButton
          icon={Braces}
          tone="ghost"
          label={words.mode(state.label)}
          isPressed={isJson}
          isDisabled={state.form.isReadOnly}
          onPress={() => change(isJson ? 'text' : 'json')}
        />
      </div>
    );
  if (field.shape === 'object') return content;
  return (
    <div className={styles.either}>
      {content}
      <div className={styles.corner}>
        <Segment
          label={words.mode(state.label)}
          choices={[
            { id: 'text', label: words.asText },
            { id: 'json', label: words.asJson },
          ]}
          chosen={mode}
          isDisabled={state.form.isReadOnly}
          onChoose={(id) => change(id === 'json' ? 'json' : 'text')}
        />
      </div>
    </div>
  );
}

interface ContentProps {
  state: FieldState;
  isRow: boolean;
}

function TextOfJson({ state, field, isRow }: ContentProps & { field: JsonField }) {
  const { form, path, value, setText, label, hint, problem, placeholder } = state;
  return (
    <Control state={state}>
      <form.TextSlot
        {...{ label, isLabelHidden: isRow, hint, path, problem }}
        placeholder={field.starts === 'text' ? placeholder : undefined}
        value={typeof value === 'string' ? value : ''}
        onChange={setText}
        language="text"
        rows={isRow || !(field.isLong || field.starts === 'json') ? 1 : 4}
        isReadOnly={form.isReadOnly}
      />
    </Control>
  );
}

function JsonText({ state, isRow }: ContentProps) {
  const { form, path, value, set, label, hint, problem } = state;
  const { text, isUnread, type } = useTyped(value, indentedJson(value), typedJson);
  const notJson = isUnread ? { path, message: words.notJson, severity: 'problem' as const } : null;
  return (
    <Control state={state}>
      <form.TextSlot
        {...{ label, isLabelHidden: isRow, hint, path }}
        problem={notJson ?? problem}
        value={text}
        onChange={(next) => {
          type(next);
          const json = typedJson(next);
          if (json !== null) set(json);
          else if (next.trim() === '') set(null);
        }}
        language="json"
        rows={isRow ? 1 : 5}
        isReadOnly={form.isReadOnly}
      />
    </Control>
  );
}
