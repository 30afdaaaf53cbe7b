import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../../../test/support/eventually.js';
import { startChild, type Child } from './child-server.js';
import { manageChild } from './managed-child.js';
import type { ManagedServer } from './managed-server.js';

const dir = mkdtempSync(join(tmpdir(), 'flowledger-child-'));
const logFile = join(dir, 'server.log');
let server: ManagedServer;
let lines: string[];
/** How many of the next starts fail. */
let failures: number;

const launch = async (): Promise<Child> => {
  if (failures > 0) {
    failures -= 1;
    throw new Error('no room');
  }
  const script = 'console.log(`serves as ${process.pid}`); setInterval(() => undefined, 1000)';
  return startChild({
    command: process.execPath,
    args: ['-e', script],
    cwd: dir,
    logFile,
    pidFile: join(dir, 'server.pid'),
    readyText: 'serves',
    stopSignal: 'SIGTERM',
  });
};

async function startServer(keepRunning: boolean): Promise<number> {
  lines = [];
  failures = 0;
  const first = await launch();
  server = manageChild(first, {
    name: 'Server',
    launch,
    stopSignal: 'SIGTERM',
    afterStop: () => Promise.resolve(),
    logFile,
    log: (line) => lines.push(line),
    keepRunning,
    firstPauseMs: 20,
  });
  return first.pid;
}

afterEach(() => server.stop());
afterAll(() => rmSync(dir, { recursive: true }));

describe('a server that ends unexpectedly', () => {
  it('is restarted until it serves, and its previous log is kept', async () => {
    const pid = await startServer(true);
    failures = 2;
    process.kill(pid, 'SIGKILL');
    await eventually('it serves again', () => server.pid !== undefined && server.pid !== pid);
    const before = `${logFile}.before`;
    expect(lines).toEqual([
      `Server was ended by SIGKILL unexpectedly and is started again; its log: ${before}`,
      `Server can't be started again: Error: no room; its log: ${logFile}`,
      `Server can't be started again: Error: no room; its log: ${logFile}`,
      'Server runs again',
    ]);
    expect(readFileSync(before, 'utf8')).toBe(`serves as ${pid}\n`);
  });

  it('is not restarted after stop', async () => {
    const pid = await startServer(true);
    failures = Infinity;
    process.kill(pid, 'SIGKILL');
    await eventually('a start failed', () => lines.length > 1);
    await server.stop();
    failures = 0;
    const said = lines.length;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([server.pid, lines.length]).toEqual([undefined, said]);
  });

  it('is not restarted without keepRunning or after a requested kill', async () => {
    const pid = await startServer(false);
    process.kill(pid, 'SIGKILL');
    await eventually('it is seen', () => lines.length > 0);
    expect(lines).toEqual([`Server was ended by SIGKILL unexpectedly; its log: ${logFile}`]);

    await startServer(true);
    await server.kill('SIGKILL');
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect([server.pid, lines]).toEqual([undefined, []]);
    await server.start();
    expect(server.pid).toBeDefined();
  });
});
