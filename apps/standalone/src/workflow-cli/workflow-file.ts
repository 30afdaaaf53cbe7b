/** A workflow in git: `{ name, definition, description?, folderId?, tests? }` as JSON or YAML. */
import { readFile, stat } from 'node:fs/promises';
import { LineCounter, parseDocument } from 'yaml';
import { sourcePlaces, type SourcePath, type SourcePlaces } from './source-places.js';

export interface WorkflowFile {
  /** Ends in .json, .yaml or .yml. */
  readonly path: string;
  readonly name: string;
  /** Null: the file does not say. */
  readonly description: string | null;
  readonly folderId: string | null;
  readonly definition: unknown;
  /** Of `npm run workflow -- test`; the server never gets them. */
  readonly tests: unknown;
  readonly places: SourcePlaces;
}

/** The problems of a file, one line each. */
export class WorkflowFileError extends Error {
  override readonly name = 'WorkflowFileError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** A definition has at most 2 MiB; the rest is for tests. */
const maxFileBytes = 8 * 1_024 * 1_024;

export const isFileName = (text: string): boolean => /\.(json|ya?ml)$/i.test(text);

/** @throws WorkflowFileError */
export async function readText(path: string): Promise<string> {
  const reasons: Readonly<Record<string, string>> = {
    ENOENT: 'there is no such file',
    EISDIR: 'this is a directory, not a file',
    EACCES: 'this user may not read it',
  };
  try {
    const { size } = await stat(path);
    if (size > maxFileBytes)
      throw new WorkflowFileError([`${path}: has ${size} bytes; at most ${maxFileBytes} are read`]);
    return await readFile(path, 'utf8');
  } catch (error) {
    if (error instanceof WorkflowFileError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new WorkflowFileError([`${path}: ${reasons[code] ?? message}`]);
  }
}

/** JSON is YAML too, but a JSON parser gives better messages for it. */
export function parsedText(text: string, path: string): unknown {
  if (/\.ya?ml$/i.test(path)) return parsedYaml(text, path);
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const [message, line, column] = jsonProblem(text, (error as Error).message);
    throw new WorkflowFileError([`${path}:${line}:${column}: is not valid JSON: ${message}`]);
  }
}

function jsonProblem(text: string, told: string): readonly [string, number, number] {
  const message = told.replace(/ in JSON at position \d+.*$/, '').replace(/, ".*$/s, '');
  const at = /at position (\d+)/.exec(told)?.[1];
  const before = text.slice(0, at === undefined ? text.length : Number(at)).split('\n');
  return [message, before.length, (before.at(-1)?.length ?? 0) + 1];
}

function parsedYaml(text: string, path: string): unknown {
  const document = parseDocument(text, { lineCounter: new LineCounter() });
  if (document.errors.length === 0) return document.toJS({ maxAliasCount: 100 });
  throw new WorkflowFileError(
    document.errors.map(({ message, linePos }) => {
      const { line = 1, col = 1 } = linePos?.[0] ?? {};
      const [first = ''] = message.split('\n');
      const told = first.replace(/ at line \d+, column \d+:?$/, '');
      return `${path}:${line}:${col}: is not valid YAML: ${told}`;
    }),
  );
}

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
    tests: file['tests'] ?? [],
    places,
  };
}
