/**
 * Runs the shell lines of examples/README.md unchanged, so that they cannot become outdated. Only
 * the server's address, which also differs on a reader's machine, is replaced.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cluster } from './cluster.js';
import { temporaryDataDir } from './processes.js';

const root = join(import.meta.dirname, '../..');
const mark = '---- next line ----';
const documentedUrl = 'http://127.0.0.1:3000';
const program = join(root, 'dist/apps/standalone/src/workflow.js');

/** Runs what `npm run -s workflow -- …` runs, in the lines' folder, not the repository. */
const npmInPlace = `npm() { [ "$1 $2 $3 $4" = "run -s workflow --" ] && shift 4 && "${process.execPath}" "${program}" "$@"; }`;

/**
 * The first shell block of every section, by heading; `""` is the part before the first heading.
 */
function shellBlocksOf(markdown: string): Map<string, string> {
  const sections = markdown.split(/^## /m).map((text, index) => {
    const heading = index === 0 ? '' : (text.split('\n', 1)[0] ?? '').trim();
    return [heading, /```sh\n(.*?)```/s.exec(text)?.[1] ?? ''] as const;
  });
  return new Map(sections);
}

/** Whole commands: a line that ends in a backslash is joined with the next one. */
const commandsOf = (block: string): string[] =>
  block
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line !== '');

export interface ExampleLines {
  /** The commands of an example, as they are in the README. */
  of(file: string): readonly string[];
  /** Replaces variables in an example's file. */
  configure(file: string, variables: Readonly<Record<string, unknown>>): Promise<void>;
  /**
   * Runs commands in order in one shell, after the lines that every example needs.
   * @returns the output of each command
   * @throws an Error with all output if one fails
   */
  run(commands: readonly string[], env?: Readonly<Record<string, string>>): Promise<string[]>;
  remove(): Promise<void>;
}

function runShell(script: string, cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const child = spawn('bash', ['-euo', 'pipefail', '-c', script], { cwd, env });
  let [output, errors] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString('utf8')));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) =>
      code === 0 ? resolve(output) : reject(new Error(`${code}: ${errors}${output}`)),
    );
  });
}

/**
 * A folder with copies of the examples, with the files of the data directory that the lines read
 * where `npm start` would put them.
 */
export async function openExampleLines({
  api,
  environment,
}: Pick<Cluster, 'api' | 'environment'>): Promise<ExampleLines> {
  const scratch = await temporaryDataDir();
  const folder = join(scratch.path, 'examples');
  await cp(join(root, 'examples'), folder, { recursive: true });
  await mkdir(join(scratch.path, '.data'));
  const dataDir = environment['DATA_DIR'] ?? '';
  const credentials = await readFile(join(dataDir, 'credentials.json'), 'utf8');
  const demo = join(dataDir, 'demo.json');
  if (existsSync(demo)) await cp(demo, join(scratch.path, '.data/demo.json'));
  const own = { ...(JSON.parse(credentials) as object), baseUrl: api.baseUrl };
  await writeFile(join(scratch.path, '.data/credentials.json'), JSON.stringify(own));
  const readme = await readFile(join(folder, 'README.md'), 'utf8');
  const blocks = shellBlocksOf(readme.replaceAll(documentedUrl, api.baseUrl));

  return {
    of: (file) => {
      const commands = commandsOf(blocks.get(file) ?? '');
      if (commands.length === 0) throw new Error(`README.md has no lines for ${file}`);
      return commands;
    },
    configure: async (file, variables) => {
      const path = join(folder, file);
      const text = await readFile(path, 'utf8');
      const example = JSON.parse(text) as { definition: { variables: object } };
      Object.assign(example.definition.variables, variables);
      await writeFile(path, JSON.stringify(example));
    },
    run: async (commands, env = {}) => {
      const marked = commands.flatMap((command) => [command, `echo; echo "${mark}"`]);
      const script = [npmInPlace, blocks.get('') ?? '', ...marked].join('\n');
      const output = await runShell(script, scratch.path, { PATH: process.env['PATH'], ...env });
      return output
        .split(`${mark}\n`)
        .slice(0, -1)
        .map((text) => text.trim());
    },
    remove: scratch.remove,
  };
}
