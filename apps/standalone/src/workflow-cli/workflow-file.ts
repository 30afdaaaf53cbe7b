/** A workflow in git: `{ name, definition, description?, folderId?, tests? }` as JSON or YAML. */
import { parsedText, readText, WorkflowFileError } from './file-text.js';
import { sourcePlaces, type SourcePath, type SourcePlaces } from './source-places.js';

export interface WorkflowFile {
  /** Ends in .json, .yaml or .yml. */
  readonly path: string;
  readonly name: string;
  /** Null: the file does not say. */
  readonly description: string | null;
  readonly folderId: string | null;
  readonly definition: unknown;
  /** Null: the file does not say. */
  readonly tests: readonly unknown[] | null;
  readonly places: SourcePlaces;
}

export const isFileName = (text: string): boolean => /\.(json|ya?ml)$/i.test(text);

type Fields = Readonly<Record<string, unknown>>;
interface FieldRule {
  readonly isRight: (value: unknown) => boolean;
  readonly isOptional: boolean;
  readonly remedy: string;
}

const isText = (value: unknown, least: number, most: number): boolean =>
  typeof value === 'string' && value.trim().length >= least && value.length <= most;
const isObject = (value: unknown): value is Fields =>
  value !== null && typeof value === 'object' && !Array.isArray(value);

const rules: Readonly<Record<string, FieldRule>> = {
  name: {
    isRight: (value) => isText(value, 1, 200),
    isOptional: false,
    remedy: 'must be a text of 1 to 200 characters: the name of the workflow',
  },
  definition: {
    isRight: isObject,
    isOptional: false,
    remedy: 'must be an object with "blocks" and "edges"',
  },
  description: {
    isRight: (value) => isText(value, 0, 10_000),
    isOptional: true,
    remedy: 'must be a text of at most 10000 characters',
  },
  folderId: {
    isRight: (value) => isText(value, 1, 200),
    isOptional: true,
    remedy: 'must be the id of a folder',
  },
  tests: { isRight: Array.isArray, isOptional: true, remedy: 'must be a list' },
  $schema: {
    isRight: (value) => isText(value, 1, 2_000),
    isOptional: true,
    remedy: 'must be the address of a JSON Schema',
  },
};

function problemsOf(file: Fields): [SourcePath, string][] {
  const known = Object.keys(rules);
  const unknown = Object.keys(file).filter((name) => !known.includes(name));
  return [
    ...unknown.map((name): [SourcePath, string] => [
      [name],
      `there is no field "${name}"; there are ${known.join(', ')}`,
    ]),
    ...Object.entries(rules).flatMap(([name, rule]): [SourcePath, string][] => {
      const value = file[name];
      if (value === undefined)
        return rule.isOptional ? [] : [[[name], `${name} is missing: it ${rule.remedy}`]];
      return rule.isRight(value) ? [] : [[[name], `${name} ${rule.remedy}`]];
    }),
  ];
}

/** @throws WorkflowFileError naming line and column of every problem */
export async function readWorkflowFile(path: string): Promise<WorkflowFile> {
  if (!isFileName(path))
    throw new WorkflowFileError([`${path}: the name must end in .json, .yaml or .yml`]);
  const text = await readText(path);
  const file = parsedText(text, path);
  if (!isObject(file))
    throw new WorkflowFileError([
      `${path}:1:1: must be an object with "name" and "definition", as examples/ shows`,
    ]);
  const places = sourcePlaces(text);
  const problems = problemsOf(file).map(([at, message]) => {
    const { line, column } = places.of(at);
    return `${path}:${line}:${column}: ${message}`;
  });
  if (problems.length > 0) throw new WorkflowFileError(problems);
  return {
    path,
    name: (file['name'] as string).trim(),
    description: (file['description'] as string | undefined) ?? null,
    folderId: (file['folderId'] as string | undefined) ?? null,
    definition: file['definition'],
    tests: (file['tests'] as readonly unknown[] | undefined) ?? null,
    places,
  };
}
