/**
 * Third-party clients, installed once into the user's cache and run as their users would run them.
 */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
export const examples = join(import.meta.dirname, '../../examples/downstream');
export const cacheDir = join(
  process.env['FLOWLEDGER_CACHE_DIR'] ??
    join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'flowledger'),
);

/** In other locales Java finds no directory with a non-ASCII name. */
const utf8 = { LC_ALL: 'C.UTF-8' };

/** Creates a directory once per content of `recipe`; incomplete ones are never used. */
export async function madeOnce(
  name: string,
  recipe: string,
  make: (dir: string) => Promise<void>,
): Promise<string> {
  const hash = createHash('sha256')
    .update(await readFile(recipe))
    .digest('hex');
  const dir = join(cacheDir, `${name}-${hash.slice(0, 12)}`);
  if (existsSync(join(dir, 'done'))) return dir;
  await rm(dir, { recursive: true, force: true });
  await mkdir(dir, { recursive: true });
  await make(dir);
  await mkdir(join(dir, 'done'));
  return dir;
}

/** Reads a topic to its end: one parsed JSON line per record. */
export type ReadTopic = (environment: Record<string, string>, topic: string) => Promise<unknown[]>;

async function lines(
  command: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<unknown[]> {
  const { stdout } = await run(command, args, {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...utf8, ...environment },
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as unknown);
}

const requirements = join(examples, 'python/requirements.txt');

/** The interpreter of a virtual environment with the examples' requirements, from PyPI. */
async function interpreter(): Promise<string> {
  const dir = await madeOnce('python-clients', requirements, async (draft) => {
    await run('python3', ['-m', 'venv', draft]);
    await run(join(draft, 'bin/python'), ['-m', 'pip', 'install', '-q', '-r', requirements]);
  });
  return join(dir, 'bin/python');
}

export async function python(): Promise<(script: string) => ReadTopic> {
  const program = await interpreter();
  return (script) => (environment, topic) =>
    lines(program, [join(examples, 'python', script), topic], environment);
}

/** @returns the first `count` lines of a program that would go on */
export async function follow(
  script: string,
  environment: Record<string, string>,
  count: number,
): Promise<string[]> {
  const child = spawn(await interpreter(), [join(examples, 'python', script)], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...utf8, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const printed: string[] = [];
  for await (const line of createInterface(child.stdout)) {
    printed.push(line);
    if (printed.length === count) break;
  }
  child.kill();
  return printed;
}

/** Kafka's and Avro's jars from Maven Central. */
export async function java(): Promise<ReadTopic> {
  const pom = join(examples, 'java/pom.xml');
  const dir = await madeOnce('java-clients', pom, async (draft) => {
    await cp(pom, join(draft, 'pom.xml'));
    const libs = join(draft, 'libs.draft');
    const target = `-DoutputDirectory=${libs}`;
    const args = ['-q', '-B', '-f', join(draft, 'pom.xml'), 'dependency:copy-dependencies', target];
    await run('mvn', args, { env: { ...process.env, ...utf8 } });
    await rename(libs, join(draft, 'libs'));
  });
  return (environment, topic) =>
    lines(
      'java',
      ['-cp', join(dir, 'libs/*'), join(examples, 'java/ReadTopic.java'), topic],
      environment,
    );
}

/**
 * The README's kcat command with another format. Values stay undecoded, because Debian builds kcat
 * without Avro.
 */
export const kcat =
  (format: string): ReadTopic =>
  (environment, topic) =>
    lines(
      'kcat',
      [
        ...['-b', environment['KAFKA_BROKERS'] ?? '', '-X', 'isolation.level=read_committed'],
        ...['-C', '-e', '-q', '-o', 'beginning', '-t', topic, '-f', format],
      ],
      environment,
    );

export async function isInstalled(command: string, ...args: string[]): Promise<boolean> {
  return run(command, args, { env: { ...process.env, ...utf8 } }).then(
    () => true,
    () => false,
  );
}
