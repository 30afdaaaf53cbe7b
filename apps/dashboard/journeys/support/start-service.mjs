/**
 * Starts the service as `npm start` does: own Kafka and Postgres, the demo, an empty data directory
 * that is removed at the end.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '../../../..');
/** Machines of a CI are slow, and Kafka starts anew. */
const patienceMs = 180_000;

export const freePort = () =>
  new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });

/** The service keeps the address of its Postgres in its data directory. */
export function databaseOf(dataDir) {
  const { ports, password } = JSON.parse(
    readFileSync(join(dataDir, 'postgres/settings.json'), 'utf8'),
  );
  return `postgres://flowledger:${password}@127.0.0.1:${ports[0]}/flowledger`;
}

function untilReady(service, output) {
  return new Promise((resolve, reject) => {
    const failed = (reason) => reject(new Error(`${reason}\n${output()}`));
    const timer = setTimeout(() => failed('The service did not start'), patienceMs);
    const read = () => {
      const [, url] = /^ready (\S+)$/m.exec(output()) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    };
    service.stdout.on('data', read);
    service.once('exit', () => failed('The service ended'));
  });
}

/**
 * @param {string} port
 * @param {Record<string, string>} settings
 */
export async function startService(port, settings = {}) {
  const dataDir = mkdtempSync(join(tmpdir(), 'flowledger-journeys-'));
  const { PATH, HOME } = process.env;
  const main = join(root, 'dist/apps/standalone/src/main.js');
  const service = spawn(process.execPath, [main], {
    cwd: root,
    env: { PATH, HOME, DATA_DIR: dataDir, PORT: port, LOG_LEVEL: 'warn', ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [service.stdout, service.stderr])
    stream.on('data', (chunk) => (output += chunk.toString('utf8')));
  const stop = async () => {
    if (service.exitCode === null && service.signalCode === null) {
      service.kill('SIGTERM');
      await once(service, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const url = await untilReady(service, () => output);
    const read = (name) => JSON.parse(readFileSync(join(dataDir, name), 'utf8'));
    return { url, dataDir, ...read('credentials.json'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
