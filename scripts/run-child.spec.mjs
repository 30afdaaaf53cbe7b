import { describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const module = JSON.stringify(join(import.meta.dirname, 'run-child.mjs'));

/**
 * Runs a program under `runChild` in its own process; sends the signal once the program prints
 * `here`.
 */
function run(program, signal) {
  const wrapper = `import { runChild } from ${module};
    process.exitCode = await runChild(process.execPath, ['-e', ${JSON.stringify(program)}]);
    console.log('next');`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', wrapper]);
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
    if (signal !== undefined && String(chunk).includes('here')) child.kill(signal);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

describe('runChild', () => {
  it('returns the exit code of the child', async () => {
    expect(await run('process.exit(3)')).toEqual({ code: 3, output: 'next\n' });
  });

  it.each(['SIGTERM', 'SIGHUP'])('forwards %s, waits for the child and ends', async (signal) => {
    const program = `process.on('${signal}', () => setTimeout(() => { console.log('done'); process.exit(7); }, 50));
      setInterval(() => undefined, 1000); console.log('here');`;
    expect(await run(program, signal)).toEqual({ code: 7, output: 'here\ndone\n' });
  });

  it('fails when a signal ends the child', async () => {
    const program = `setInterval(() => undefined, 1000); console.log('here');`;
    expect(await run(program, 'SIGTERM')).toMatchObject({ code: 1 });
  });

  it('runs without a shell between npm and node in every script', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
    const behindAShell = Object.entries(scripts).filter(([, line]) =>
      /(^|&& )node [^&]*$/.test(line),
    );
    expect(behindAShell).toEqual([]);
  });
});
