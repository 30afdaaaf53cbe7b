/** Programs in other languages, prepared once in the user's cache and run with text on stdin. */
import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cacheDir, madeOnce } from './foreign-clients.js';

const run = promisify(execFile);

/** @returns the interpreter of a virtual environment with these requirements */
async function pythonWith(requirements: string): Promise<string> {
  const dir = await madeOnce('python-verifier', requirements, async (draft) => {
    await run('python3', ['-m', 'venv', draft]);
    await run(join(draft, 'bin/python'), ['-m', 'pip', 'install', '-q', '-r', requirements]);
  });
  return join(dir, 'bin/python');
}

/**
 * @param file needed if the directory is not a module
 * @returns the built program
 */
async function goProgram(dir: string, file = '.'): Promise<string> {
  const hash = createHash('sha256');
  for (const name of (await readdir(dir)).sort()) hash.update(await readFile(join(dir, name)));
  const program = join(cacheDir, `go-${hash.digest('hex').slice(0, 12)}`);
  if (existsSync(program)) return program;
  await mkdir(cacheDir, { recursive: true });
  const draft = `${program}.${process.pid}`;
  await run('go', ['build', '-o', draft, file], { cwd: dir });
  await rename(draft, program);
  return program;
}

const libraries = join(import.meta.dirname, 'standard-webhooks');
export const receivers = join(import.meta.dirname, '../../docs/receivers');

export const pythonVerifier = (): Promise<string> =>
  pythonWith(join(libraries, 'requirements.txt'));
export const goVerifier = (): Promise<string> => goProgram(join(libraries, 'go'));
export const goReceiver = (): Promise<string> => goProgram(join(receivers, 'go'), 'receiver.go');
export const pythonVerifierScript = join(libraries, 'verify.py');

/** @returns its stdout; its stderr goes to ours */
export async function printedBy(
  program: string,
  args: readonly string[],
  input: string,
): Promise<string> {
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`${program} ended with ${String(code)}`);
  return Buffer.concat(chunks).toString('utf8');
}
