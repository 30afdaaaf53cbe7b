/** The fields of a block in two parts: what it does, and what happens when that fails. */
import { remembered } from '../execution/remembered.js';
import type { Path } from '../edit/text/json-value.js';
import type { Field } from './field.js';
import { fieldsOf } from './fields-of.js';
import { type FormProblem, pathKey, shownPaths } from './form-problem.js';

export interface FormParts {
  readonly all: readonly Field[];
  readonly settings: readonly Field[];
  /** None of them is folded away there: they are few. */
  readonly errors: readonly Field[];
}

/** The names that every block type has for them. */
const errorNames: ReadonlySet<unknown> = new Set([
  'retry',
  'timeoutMs',
  'idleTimeoutMs',
  'totalTimeoutMs',
  'failFast',
  'onError',
]);

const isOfErrors = ({ path }: Field): boolean => path.length === 1 && errorNames.has(path[0]);

export const formPartsOf = remembered(
  (schema: Readonly<Record<string, unknown>>, _: null): FormParts => {
    const all = fieldsOf(schema);
    return {
      all,
      settings: all.filter((field) => !isOfErrors(field)),
      errors: all.filter(isOfErrors).map((field) => ({ ...field, isAdvanced: false })),
    };
  },
);

/** How much is said about these fields and what is in them. */
export const countProblems = (
  fields: readonly Field[],
  byField: ReadonlyMap<string, readonly FormProblem[]>,
  config: unknown,
  base: Path = [],
): number =>
  Array.from(
    shownPaths(fields, config, base),
    (path) => byField.get(pathKey(path))?.length ?? 0,
  ).reduce((sum, count) => sum + count, 0);
