import type { Path } from '../../core/edit/text/json-value.js';
import { shownText, typedText, valueAt } from '../../core/form/config-value.js';
import type { Basics } from '../../core/form/field.js';
import { clearing } from '../../core/form/form-edit.js';
import { type FormProblem, pathKey } from '../../core/form/form-problem.js';
import { type FieldViewProps, type FormState, useForm } from './form-context.js';

export interface FieldState {
  readonly form: FormState;
  readonly path: Path;
  readonly value: unknown;
  readonly label: string;
  /** The first one; warnings stand apart. */
  readonly problem: FormProblem | null;
  readonly message: string | null;
  readonly placeholder: string | undefined;
  readonly hint: string | undefined;
  /** Null removes the field. */
  readonly set: (json: string | null) => void;
  readonly setText: (text: string) => void;
}

export const asSentence = (message: string): string =>
  message.charAt(0).toUpperCase() + message.slice(1);

const placeholderOf = ({ fallback, example }: Basics): string | undefined => {
  const json = fallback ?? example;
  if (json === null || json === '{}' || json === '[]') return undefined;
  return shownText(JSON.parse(json)) || undefined;
};

export function useField({ field, base, isLabelHidden, label }: FieldViewProps): FieldState {
  const form = useForm();
  const path = [...base, ...field.path];
  const value = valueAt(form.config, path);
  const problem =
    form.problems.get(pathKey(path))?.find(({ severity }) => severity === 'problem') ?? null;
  const set = (json: string | null): void => {
    if (json !== null) form.edit([{ kind: 'set', path, json }]);
    else if (value !== undefined) form.edit([clearing(form.configNow(), path)]);
  };
  // What a row must have stays with the row, also when it is empty.
  const isPartOfRow = base.length > 0 && field.isRequired;
  // The first row has said it.
  const isRepeated = Number(base.at(-1) ?? 0) > 0;
  return {
    ...{ form, path, value, problem, set },
    label: label ?? field.title,
    message: problem && asSentence(problem.message),
    placeholder: placeholderOf(field),
    hint: isLabelHidden === true || isRepeated ? undefined : (field.hint ?? undefined),
    setText: (text) => set(text === '' && isPartOfRow ? '""' : typedText(text)),
  };
}
