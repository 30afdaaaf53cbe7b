/** The service of `npm run dev`: one process, started again and again. */
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { heapFlags, memoryEnvironment } from './memory.mjs';
import { spawnGuarded } from './spawn-guarded.mjs';

const signInLink = /https?:\/\/[^/\s]+(?=\/sign-in)/;

/** Prints each line once: later starts say the same. Sign-in links lead to the dashboard. */
function printOnce(dashboardUrl) {
  const said = new Set(['stopping']);
  return (line) => {
    const key = signInLink.test(line) ? 'sign-in' : line;
    if (!said.has(key)) process.stdout.write(`${line.replace(signInLink, dashboardUrl)}\n`);
    said.add(key);
  };
}

export function createDevService(node, root, env, dashboardUrl) {
  const print = printOnce(dashboardUrl);
  const main = join(root, 'dist/apps/standalone/src/main.js');
  let child;
  let isStopping = false;
  return {
    /** @returns {Promise<boolean>} whether it is ready; pending if it is stopped before */
    start() {
      isStopping = false;
      child = spawnGuarded(node, ['--enable-source-maps', ...heapFlags, main], {
        env: { ...process.env, ...memoryEnvironment, ...env },
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return new Promise((resolve) => {
        createInterface({ input: child.stdout }).on('line', (line) => {
          print(line);
          if (line.startsWith('ready ')) resolve(true);
        });
        child.once('exit', () => {
          if (!isStopping) resolve(false);
        });
      });
    },
    async stop() {
      if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
      isStopping = true;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}
