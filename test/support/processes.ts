/**
 * The product's processes as users run them: the built apps, each started with its own environment
 * and stopped by pid. `stopAllApps` guarantees that no process outlives the test.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';

export type AppName = 'api' | 'runner' | 'relay' | 'projector' | 'delivery' | 'standalone';

export interface RunningApp {
  readonly name: AppName;
  readonly url: string;
  readonly pid: number;
  /** All output so far. */
  output(): string;
  kill(signal: NodeJS.Signals): Promise<void>;
  /** Resolves when the process ends for any reason. */
  readonly exited: Promise<void>;
}

const root = join(import.meta.dirname, '../..');
const children = new Set<ChildProcess>();

/** Below the ports that systems give to connections: 32768 on Linux. */
const firstPort = 10_000;
const portsPerWorker = 2_000;
const workers = 10;
let nextPort = Math.floor(Math.random() * portsPerWorker);

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** Each worker of jest has its own range: two can't choose the same port before they use it. */
export async function freePort(): Promise<number> {
  const worker = Number(process.env['JEST_WORKER_ID'] ?? 0) % workers;
  for (let tries = 0; tries < portsPerWorker; tries += 1) {
    nextPort = (nextPort + 1) % portsPerWorker;
    const port = firstPort + worker * portsPerWorker + nextPort;
    if (await isFree(port)) return port;
  }
  throw new Error('no free port for a test');
}

export async function temporaryDataDir(): Promise<{ path: string; remove(): Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), 'flowledger-test-'));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Environment variables that shift a process's wall clock by `offsetMs`, ahead or behind. */
export const wrongClock = (offsetMs: number): Record<string, string> => ({
  NODE_OPTIONS: `--import=${join(import.meta.dirname, 'wrong-clock.mjs')}`,
  CLOCK_OFFSET_MS: String(offsetMs),
});

function exited(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => child.once('exit', () => resolve()));
}

interface StartOptions {
  readonly waitUntilReady?: boolean;
  readonly entry?: string;
  /** The directory that contains `dist`; default: this checkout. */
  readonly directory?: string;
}

/** Starts one app and, by default, waits until `/health/ready` answers 200. */
export async function startApp(
  name: AppName,
  environment: Readonly<Record<string, string>>,
  options: StartOptions = {},
): Promise<RunningApp> {
  const port = environment['PORT'] ?? String(await freePort());
  const home = options.directory ?? root;
  const entry = join(home, 'dist/apps', name, 'src', options.entry ?? 'main.js');
  const child = spawn(process.execPath, ['--enable-source-maps', entry], {
    cwd: home,
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      LOG_LEVEL: 'warn',
      ...environment,
      PORT: port,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.add(child);
  void exited(child).then(() => children.delete(child));
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
  const url = `http://127.0.0.1:${port}`;
  const app: RunningApp = {
    name,
    url,
    pid: child.pid ?? 0,
    output: () => output,
    kill: async (signal) => {
      child.kill(signal);
      await exited(child);
    },
    exited: exited(child),
  };
  if (options.waitUntilReady ?? true) {
    await eventually(
      `${name} is ready`,
      async () => {
        if (child.exitCode !== null || child.signalCode !== null)
          throw new Error(`${name} ended with ${child.exitCode ?? child.signalCode}:\n${output}`);
        const response = await fetch(`${url}/health/ready`).catch(() => null);
        return response?.status === 200;
      },
      { withinMs: 150_000 },
    ).catch((error: unknown) => {
      throw new Error(`${String(error)}\n${output}`, { cause: error });
    });
  }
  return app;
}

/** Ends all processes that are still running. For afterAll. */
export async function stopAllApps(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  await Promise.all(
    [...children].map(async (child) => {
      child.kill(signal);
      const patience = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await exited(child);
      clearTimeout(patience);
    }),
  );
}
