/**
 * The form of a block, from the schema of its configuration. It writes nothing until a person does:
 * opening it changes no byte. Give it the block's id as its key, so that another block starts anew.
 */
import { type ComponentType, type RefObject, useLayoutEffect, useRef } from 'react';
import type { KeptValues } from '../../core/form/chosen-arm.js';
import { type FormParts, formPartsOf } from '../../core/form/form-parts.js';
import type { FormEdit } from '../../core/form/form-edit.js';
import { type FormProblem, pathKey, placeProblems } from '../../core/form/form-problem.js';
import { schemaFormText as words } from '../../text/schema-form.js';
import { Notice } from '../../ui/notice.js';
import text from '../../ui/text.module.css';
import { FieldView } from './field.js';
import { FieldList } from './field-list.js';
import {
  type CronNoteProps,
  FormContext,
  type FormNames,
  type TextSlotProps,
} from './form-context.js';
import styles from './schema-form.module.css';
import { PlainTextSlot } from './text-slot.js';

export interface SchemaFormProps {
  /** `configSchema` of the block type. */
  schema: Readonly<Record<string, unknown>>;
  /** The configuration, read by `parseExact`. */
  value: unknown;
  problems: readonly FormProblem[];
  /** Why nothing can be changed; null: it can. */
  readOnlyReason?: string | null;
  /** The edits are one step; `commandFor` makes a command of them. */
  onEdit: (edits: readonly FormEdit[]) => void;
  names: FormNames;
  textField?: ComponentType<TextSlotProps>;
  /** Below a field for times. */
  cronNote?: ComponentType<CronNoteProps>;
  /** The others stand elsewhere. */
  part?: keyof FormParts;
  /** Values that a switch takes out, kept for as long as this is. */
  kept?: RefObject<KeptValues>;
}

export function SchemaForm({ schema, value, problems, onEdit, names, ...rest }: SchemaFormProps) {
  const { readOnlyReason = null, textField = PlainTextSlot, cronNote = null, part = 'all' } = rest;
  const own = useRef<KeptValues>(new Map());
  const kept = rest.kept ?? own;
  const latest = useRef({ value, onEdit });
  useLayoutEffect(() => void (latest.current = { value, onEdit }));
  const { [part]: fields, all } = formPartsOf(schema, null);
  const { byField, others } = placeProblems(problems, all, value);
  const form = {
    config: value,
    configNow: () => latest.current.value,
    problems: byField,
    isReadOnly: readOnlyReason !== null,
    edit: (edits: readonly FormEdit[]) => latest.current.onEdit(edits),
    names,
    TextSlot: textField,
    CronNote: cronNote,
    FieldView,
    keptValues: () => kept.current,
    keep: (values: KeptValues) => {
      kept.current = values;
    },
  };
  return (
    <FormContext value={form}>
      <div className={styles.form}>
        {readOnlyReason !== null && <Notice title={readOnlyReason} />}
        {(part === 'errors' ? [] : others).map(({ severity, message, path }) => (
          <Notice
            key={`${pathKey(path)} ${message}`}
            tone={severity === 'problem' ? 'error' : 'waiting'}
            title={words.at(path.join('.'), message)}
          />
        ))}
        {fields.length === 0 ? (
          <p className={text.dim}>{words.nothing}</p>
        ) : (
          <FieldList fields={fields} base={[]} />
        )}
      </div>
    </FormContext>
  );
}
