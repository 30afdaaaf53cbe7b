/** What docker compose builds and runs, without Docker. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
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
let demo: ChildProcess | undefined;
beforeAll(() => {
  context = mkdtempSync(join(tmpdir(), 'flowledger-image-'));
  const isSent = (path: string): boolean => !leftOut.some((end) => path.endsWith(end));
  for (const name of copied)
    cpSync(join(root, name), join(context, name), { recursive: true, filter: isSent });
  symlinkSync(join(root, 'node_modules'), join(context, 'node_modules'));
});
afterAll(() => {
  demo?.kill();
  rmSync(context, { recursive: true, force: true });
});

it('builds only from files that the build context has', () => {
  expect(copied.length).toBeGreaterThan(3);
  expect(allowed).toEqual(expect.arrayContaining(copied));
});

it('builds the apps, the dashboard and the pages from them', async () => {
  await promisify(execFile)(process.execPath, ['scripts/build.mjs', '--force'], { cwd: context });
  for (const file of [
    'apps/api/src/main.js',
    'dashboard/index.html',
    'examples/approval.json',
    'pages',
  ])
    expect([file, existsSync(join(context, 'dist', file))]).toEqual([file, true]);
}, 120_000);

it('makes the demo where API_URL says, not where callers outside find the api', async () => {
  const dataDir = join(context, 'data');
  mkdirSync(dataDir);
  writeFileSync(
    join(dataDir, 'credentials.json'),
    JSON.stringify({ baseUrl: 'http://localhost:1', apiKey: 'key', workspaceId: 'workspace' }),
  );
  const api = createServer((_request, response) => response.writeHead(503).end()).listen(0);
  const called = once(api, 'request');
  demo = spawn(process.execPath, [join(root, 'dist/apps/standalone/src/demo/main.js')], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      API_URL: `http://127.0.0.1:${(api.address() as AddressInfo).port}`,
      PUBLIC_URL: 'http://localhost:1',
      RECEIVER_URL: 'http://demo:8080',
    },
  });
  const [request] = (await called) as [IncomingMessage];
  expect(request.headers['x-api-key']).toBe('key');
  api.close();
}, 20_000);
