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

/** Writes without `force` only where no file is. */
async function written(path: string, value: object, force: boolean): Promise<void> {
  if (force) {
    const { tests, ...kept } = existsSync(path) ? await keptOf(path) : ({} as OfFile);
    const merged = { ...kept, ...(tests !== undefined && { tests }), ...value };
    await writeFile(path, textFor(path, merged));
    return;
  }
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
  const tests = (version ?? 'draft') === 'draft' ? await serverTests(server, workflow.id) : [];
  const value = {
    name,
    ...(description !== null && { description }),
    ...(folderId !== null && { folderId }),
    definition,
    ...(tests.length > 0 && { tests }),
  };
  if (path === undefined) {
    command.say(JSON.stringify(value, null, 2));
    return true;
  }
  await written(path, value, command.values['force'] === true);
  command.say(`${path}: ${label} of "${name}"`);
  return true;
}
