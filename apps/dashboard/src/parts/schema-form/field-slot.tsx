/** The place of one field, which is drawn again only when something in it changed. */
import { replaceEqualDeep } from '@tanstack/react-query';
import { memo } from 'react';
import { valueAt } from '../../core/form/config-value.js';
import type { FormProblem } from '../../core/form/form-problem.js';
import { pathKey } from '../../core/form/form-problem.js';
import { type FieldViewProps, FormContext, type FormState } from './form-context.js';

interface FieldSlotProps extends Pick<FieldViewProps, 'field' | 'base'> {
  form: FormState;
}

const isEqual = (before: unknown, after: unknown): boolean =>
  replaceEqualDeep(before, after) === before;

/** They read more of the configuration than the value at their path. */
const readsMore: ReadonlySet<FieldViewProps['field']['kind']> = new Set([
  ...(['cron', 'group', 'request', 'union'] as const),
]);

const within = (
  problems: ReadonlyMap<string, readonly FormProblem[]>,
  start: string,
): readonly (readonly FormProblem[])[] =>
  [...problems].flatMap(([key, found]) => (key.startsWith(start) ? [found] : []));

function isSame(before: FieldSlotProps, after: FieldSlotProps): boolean {
  const { field, base } = after;
  if (before.field !== field || readsMore.has(field.kind)) return false;
  const path = [...base, ...field.path];
  const start = pathKey(path).slice(0, -1);
  const { form: old } = before;
  const { form } = after;
  return (
    old.isReadOnly === form.isReadOnly &&
    isEqual(before.base, base) &&
    isEqual(old.names, form.names) &&
    isEqual(within(old.problems, start), within(form.problems, start)) &&
    isEqual(valueAt(old.config, path), valueAt(form.config, path))
  );
}

export const FieldSlot = memo(function FieldSlot({ form, field, base }: FieldSlotProps) {
  const { FieldView } = form;
  return (
    <FormContext value={form}>
      <FieldView field={field} base={base} />
    </FormContext>
  );
}, isSame);
