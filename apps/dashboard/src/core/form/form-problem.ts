/** What the server says about a configuration, by the fields that a form shows. */
import type { Path, Step } from '../edit/text/json-value.js';
import { valueAt } from './config-value.js';
import { armAt } from './chosen-arm.js';
import type { Field } from './field.js';

export interface FormProblem {
  /** From the configuration. */
  readonly path: Path;
  readonly message: string;
  readonly severity: 'problem' | 'warning';
  /** The name that its author may have meant. */
  readonly suggestion?: string | undefined;
  /** In the text of the field, from 1. */
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly length?: number | undefined;
}

/** As `POST /workflows/check` and a save say it. */
export interface CheckNote {
  readonly code?: string | undefined;
  readonly blockId: string | null;
  readonly field: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly length?: number | undefined;
}

export interface CheckNotes {
  readonly problems: readonly CheckNote[];
  readonly warnings?: readonly CheckNote[] | undefined;
}

/** `config.routes[0].port` as steps. */
export const stepsOf = (field: string): Path =>
  [...field.matchAll(/\[(\d+)\]|\.?([^.[\]]+)/g)].map(([, index, name = '']): Step =>
    index === undefined ? name : Number(index),
  );

/** Problems of a wrong shape are named from the definition: `blocks[2].config.url`. */
function pathIn({ blockId, field }: CheckNote, id: string, index: number): Path | null {
  const steps = stepsOf(field);
  if (steps[0] === 'blocks' && steps[1] === index) return pathInBlock(steps.slice(2));
  return blockId === id ? pathInBlock(steps) : null;
}

const pathInBlock = ([first, ...rest]: Path): Path | null => (first === 'config' ? rest : null);

/**
 * @param id of the block
 * @param index of the block in the definition
 */
export function formProblems(
  { problems, warnings = [] }: CheckNotes,
  id: string,
  index: number,
): readonly FormProblem[] {
  const read =
    (severity: FormProblem['severity']) =>
    (note: CheckNote): FormProblem[] => {
      const path = pathIn(note, id, index);
      if (path === null) return [];
      const { message, suggestion, line, column, length } = note;
      return [{ path, message, severity, suggestion, line, column, length }];
    };
  return [...problems.flatMap(read('problem')), ...warnings.flatMap(read('warning'))];
}

/** The paths of all fields that are shown for a value, from the outside in. */
export function* shownPaths(
  fields: readonly Field[],
  config: unknown,
  base: Path = [],
): Generator<Path> {
  for (const field of fields) {
    const path = [...base, ...field.path];
    yield path;
    yield* pathsInside(field, config, base, path);
  }
}

function* pathsInside(field: Field, config: unknown, base: Path, path: Path): Generator<Path> {
  const { kind } = field;
  if (kind === 'group') yield* shownPaths(field.fields, config, base);
  else if (kind === 'request') yield* shownPaths([field.method], config, base);
  else if (kind === 'union') {
    const arm = armAt(field, config, path) ?? (field.isRequired ? field.arms[0] : undefined);
    yield* shownPaths(arm?.fields ?? [], config, base);
  } else if (kind === 'list' || kind === 'pairs') {
    const inner = kind === 'list' ? field.item : field.value;
    for (const step of stepsIn(valueAt(config, path))) {
      if (inner.path.length > 0) yield [...path, step];
      yield* shownPaths([inner], config, [...path, step]);
    }
  }
}

const stepsIn = (value: unknown): readonly Step[] =>
  Array.isArray(value)
    ? value.map((_, index) => index)
    : typeof value === 'object' && value !== null
      ? Object.keys(value)
      : [];

export interface PlacedProblems {
  /** By the path of their field, as `pathKey` writes it. */
  readonly byField: ReadonlyMap<string, readonly FormProblem[]>;
  /** Those that no field shows. */
  readonly others: readonly FormProblem[];
}

export const pathKey = (path: Path): string => JSON.stringify(path);

/** Each problem at the innermost field that holds it. */
export function placeProblems(
  problems: readonly FormProblem[],
  fields: readonly Field[],
  config: unknown,
): PlacedProblems {
  const shown = new Set<string>();
  for (const path of shownPaths(fields, config)) if (path.length > 0) shown.add(pathKey(path));
  const byField = new Map<string, FormProblem[]>();
  const others: FormProblem[] = [];
  for (const problem of problems) {
    const { path } = problem;
    const lengths = path.map((_, index) => path.length - index);
    const length = lengths.find((end) => shown.has(pathKey(path.slice(0, end))));
    if (length === undefined) others.push(problem);
    else {
      const key = pathKey(path.slice(0, length));
      byField.set(key, [...(byField.get(key) ?? []), problem]);
    }
  }
  return { byField, others };
}
