/**
 * Any JSON: as a text, in which references may stand, as JSON with references in its texts, or as a
 * form of one row for each field.
 */
import { type ReactNode, useState } from 'react';
import { indentedJson, isObject, jsonTextOf, typedJson } from '../../../core/form/config-value.js';
import type { JsonField, PairsField } from '../../../core/form/field.js';
import { schemaFormText as words } from '../../../text/schema-form.js';
import { Braces } from '../../../ui/icon.js';
import { IconButton } from '../../../ui/icon-button.js';
import { Segment } from '../../../ui/segment.js';
import { Control } from '../control.js';
import type { FieldViewProps } from '../form-context.js';
import styles from '../schema-form.module.css';
import { type FieldState, useField } from '../use-field.js';
import { useTyped } from '../use-typed.js';
import { PairsKind } from './pairs.js';

type Mode = 'text' | 'json' | 'form';

/** A text that is a number, a list or an object as JSON becomes one; any other one stays. */
function asJson(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const json = typedJson(value);
  return json?.startsWith('"') === false ? json : null;
}

/** Rows can hold the fields of an object; a list and a plain value have none. */
const canBeForm = (value: unknown, { shape, starts }: JsonField): boolean =>
  shape === 'any' &&
  (value === undefined
    ? starts === 'json'
    : isObject(value) || asJson(value)?.startsWith('{') === true);

function modeOf(value: unknown, field: JsonField, chosen: Mode | null): Mode {
  const isForm = chosen === 'form' && (value === undefined || isObject(value));
  if (field.shape === 'object') return 'json';
  if (value !== undefined && typeof value !== 'string') return isForm ? 'form' : 'json';
  const usual = value === undefined ? field.starts : 'text';
  return isForm ? 'form' : chosen === 'form' ? usual : (chosen ?? usual);
}

function useMode({ value, set }: FieldState, field: JsonField) {
  // What is typed may become a text or an object: the field under the caret stays the same.
  const [chosen, choose] = useState<Mode>(() => modeOf(value, field, null));
  const change = (next: Mode): void => {
    choose(next);
    const json = next === 'text' ? null : asJson(value);
    if (json !== null) set(json);
    else if (next === 'text' && value !== undefined && typeof value !== 'string')
      set(JSON.stringify(jsonTextOf(value)));
  };
  return { mode: modeOf(value, field, chosen), change };
}

export function JsonKind({ field, ...place }: FieldViewProps & { field: JsonField }) {
  const state = useField({ field, ...place });
  const { mode, change } = useMode(state, field);
  const { isLabelHidden = false } = place;
  const contents: Record<Mode, () => ReactNode> = {
    text: () => <TextOfJson state={state} field={field} isRow={isLabelHidden} />,
    json: () => <JsonText state={state} isRow={isLabelHidden} />,
    form: () => <PairsKind field={rowsOf(field)} {...place} />,
  };
  const content = contents[mode]();
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
          choices={modes
            .filter((id) => id !== 'form' || canBeForm(state.value, field))
            .map((id) => ({ id, label: words.as[id] }))}
          chosen={mode}
          isDisabled={state.form.isReadOnly}
          onChoose={(id) => change(modes.find((one) => one === id) ?? 'text')}
        />
      </div>
    </div>
  );
}

const modes = ['form', 'json', 'text'] as const;

/** The same value, with a row for each field of it. */
function rowsOf({ path, title, hint, isRequired, isAdvanced }: JsonField): PairsField {
  const basics = { fallback: null, example: null, takesReference: false };
  return {
    ...basics,
    path,
    title,
    hint,
    isRequired,
    isAdvanced,
    kind: 'pairs',
    holder: 'map',
    value: {
      ...basics,
      path: [],
      title: '',
      hint: null,
      isRequired: true,
      isAdvanced: false,
      kind: 'json',
      shape: 'any',
      starts: 'text',
      isLong: false,
    },
  };
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
