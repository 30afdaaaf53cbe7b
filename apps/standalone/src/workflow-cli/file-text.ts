/** The text of a file, and what it says as JSON or YAML; problems name line and column. */
import { readFile, stat } from 'node:fs/promises';
import { type Document, LineCounter, parseDocument, visit } from 'yaml';

/** The problems of a file, one line each. */
export class WorkflowFileError extends Error {
  override readonly name = 'WorkflowFileError';
  constructor(readonly lines: readonly string[]) {
    super(lines.join('\n'));
  }
}

/** A definition has at most 2 MiB; the rest is for tests. */
const maxFileBytes = 8 * 1_024 * 1_024;

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

const maxAliases = 100;

/** Why the aliases (`*name`) of a document can not be followed; null when they can. */
function aliasProblem(document: Document.Parsed): { offset: number; message: string } | null {
  let problem: { offset: number; message: string } | null = null;
  let count = 0;
  visit(document, {
    Alias: (_, alias, around) => {
      const node = alias.resolve(document);
      const offset = alias.range?.[0] ?? 0;
      count += 1;
      if (node === undefined)
        problem = { offset, message: `nothing before it has the anchor "&${alias.source}"` };
      else if (around.includes(node))
        problem = { offset, message: `"*${alias.source}" stands inside its own anchor` };
      else if (count > maxAliases)
        problem = { offset, message: `there are more than ${maxAliases} aliases` };
      return problem === null ? undefined : visit.BREAK;
    },
  });
  return problem;
}

function parsedYaml(text: string, path: string): unknown {
  const lineCounter = new LineCounter();
  const document = parseDocument(text, { lineCounter });
  const refused = (line: number, column: number, message: string): string =>
    `${path}:${line}:${column}: is not valid YAML: ${message}`;
  if (document.errors.length > 0)
    throw new WorkflowFileError(
      document.errors.map(({ message, linePos }) => {
        const { line = 1, col = 1 } = linePos?.[0] ?? {};
        const [first = ''] = message.split('\n');
        return refused(line, col, first.replace(/ at line \d+, column \d+:?$/, ''));
      }),
    );
  const problem = aliasProblem(document);
  if (problem !== null) {
    const { line, col } = lineCounter.linePos(problem.offset);
    throw new WorkflowFileError([refused(line, col, problem.message)]);
  }
  try {
    return document.toJS({ maxAliasCount: maxAliases });
  } catch {
    throw new WorkflowFileError([refused(1, 1, 'its aliases repeat too much')]);
  }
}
