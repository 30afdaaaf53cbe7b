/** `pull`: a workflow of the server becomes a file. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { stringify } from 'yaml';
import { UsageError } from './arguments.js';
import { type Command, textOf } from './command.js';
import { findWorkflow } from './find-workflow.js';
import { serverDefinition } from './server-definition.js';
import { serverTests } from './server-tests.js';
import { parsedText, readText } from './file-text.js';
import { isFileName } from './workflow-file.js';

/** Fields that only the file has. */
interface OfFile {
  readonly $schema?: unknown;
  readonly tests?: unknown;
}

async function keptOf(path: string): Promise<OfFile> {
  const { $schema, tests } = (parsedText(await readText(path), path) ?? {}) as OfFile;
  return { ...($schema !== undefined && { $schema }), ...(tests !== undefined && { tests }) };
}

const textFor = (path: string, value: object): string =>
  /\.ya?ml$/i.test(path)
    ? stringify(value, { lineWidth: 0 })
    : `${JSON.stringify(value, null, 2)}\n`;

interface Pulled {
  readonly value: object;
  /** Null: those of the file stay. */
  readonly tests: readonly unknown[] | null;
}

const nameOf = (test: unknown): string =>
  test !== null && typeof test === 'object' && 'name' in test && typeof test.name === 'string'
    ? test.name
    : '';

/** Tests of the file that the server does not have; empty for a list that is none. */
function removedTests(before: unknown, tests: readonly unknown[]): readonly unknown[] {
  const names = new Set(tests.map(nameOf));
  return Array.isArray(before) ? before.filter((test) => !names.has(nameOf(test))) : [];
}

/** More names do not help. */
const mostNames = 5;

function removedNote(path: string, removed: readonly unknown[]): string {
  const names = removed.slice(0, mostNames).map((test) => JSON.stringify(nameOf(test)));
  const more = removed.length - names.length;
  const listed = [...names, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  return `${path}: removed ${removed.length === 1 ? 'a test' : `${removed.length} tests`} that the server does not have: ${listed}`;
}

/**
 * A file that had tests keeps its list when that is empty: `push` then removes them elsewhere.
 * @returns the tests that are gone
 */
async function replaced(path: string, { value, tests }: Pulled): Promise<readonly unknown[]> {
  const { tests: before, ...kept } = existsSync(path) ? await keptOf(path) : ({} as OfFile);
  const after = tests ?? before;
  const isListed = before !== undefined || (tests !== null && tests.length > 0);
  const merged = { ...kept, ...value, ...(isListed && { tests: after }) };
  await writeFile(path, textFor(path, merged));
  return tests === null ? [] : removedTests(before, tests);
}

/** Only where no file is. */
async function written(path: string, value: object): Promise<void> {
  await writeFile(path, textFor(path, value), { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UsageError(
      `${path} is there already: "diff ${path}" shows what differs, --force replaces it`,
    );
  });
}

export async function pullWorkflow(command: Command): Promise<boolean> {
  const [asked = '', path = isFileName(asked) ? asked : undefined] = command.operands;
  if (path !== undefined && !isFileName(path))
    throw new UsageError(`"${path}": the name must end in .json, .yaml or .yml`);
  const server = await command.server();
  const workflow = await findWorkflow(server, asked);
  const { name, description, folderId } = workflow;
  const version = textOf(command.values, 'version');
  const { label, definition } = await serverDefinition(server, workflow, version);
  // They are those of the draft: an earlier version may have other blocks.
  const tests = (version ?? 'draft') === 'draft' ? await serverTests(server, workflow.id) : null;
  const value = {
    name,
    ...(description !== null && { description }),
    ...(folderId !== null && { folderId }),
    definition,
  };
  const whole = tests === null || tests.length === 0 ? value : { ...value, tests };
  if (path === undefined) {
    command.say(JSON.stringify(whole, null, 2));
    return true;
  }
  if (command.values['force'] === true) {
    const removed = await replaced(path, { value, tests });
    if (removed.length > 0) command.note(removedNote(path, removed));
  } else await written(path, whole);
  command.say(`${path}: ${label} of "${name}"`);
  return true;
}
