/** The image's build stage, without Docker: the build must need no file that it does not get. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '..');
const linesOf = (name: string): string[] => readFileSync(join(root, name), 'utf8').split('\n');

/** Of the first stage; the last path of a line is the target. */
const copied = linesOf('Dockerfile')
  .join('\n')
  .split(/^FROM /m)[1]!
  .split('\n')
  .flatMap((line) => /^COPY (.+) \S+$/.exec(line)?.[1]?.split(' ') ?? []);
const ignore = linesOf('.dockerignore').filter((line) => line !== '');
const allowed = ignore.flatMap((line) => (line.startsWith('!') ? [line.slice(1)] : []));
/** `**` and a name's end. */
const leftOut = ignore.flatMap((line) => /^\*\*\/\*(.+)$/.exec(line)?.[1] ?? []);

let context: string;
beforeAll(() => {
  context = mkdtempSync(join(tmpdir(), 'flowledger-image-'));
  const isSent = (path: string): boolean => !leftOut.some((end) => path.endsWith(end));
  for (const name of copied)
    cpSync(join(root, name), join(context, name), { recursive: true, filter: isSent });
  symlinkSync(join(root, 'node_modules'), join(context, 'node_modules'));
});
afterAll(() => rmSync(context, { recursive: true, force: true }));

it('gets only files that the build context has', () => {
  expect(copied.length).toBeGreaterThan(3);
  expect(allowed).toEqual(expect.arrayContaining(copied));
});

it('builds the apps, the dashboard and the pages from them', async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--force'], { cwd: context });
  for (const file of ['apps/api/src/main.js', 'dashboard/index.html', 'pages'])
    expect([file, existsSync(join(context, 'dist', file))]).toEqual([file, true]);
}, 120_000);
