/**
 * `npm start`: sets up, builds, then runs apps/standalone on Node 24 as its parent on the terminal.
 */
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { heapFlags, memoryEnvironment } from './memory.mjs';
import { noteExit } from './note-exit.mjs';
import { root, setUp } from './set-up.mjs';
import { spawnGuarded } from './spawn-guarded.mjs';

const node = setUp();
ensureBuilt(root, node);

const app = spawnGuarded(
  node,
  [
    '--enable-source-maps',
    ...heapFlags,
    join(root, 'dist/apps/standalone/src/main.js'),
    ...process.argv.slice(2),
  ],
  { env: { ...process.env, ...memoryEnvironment }, stdio: ['ignore', 'inherit', 'inherit'] },
);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (stopping) return;
    stopping = true;
    app.kill('SIGTERM');
  });
}

app.on('error', (error) => {
  console.error(error.message);
  process.exitCode = 1;
});
app.on('exit', (code, signal) => {
  noteExit(join(process.env.DATA_DIR ?? '.data', 'runners'), app.pid, code, signal);
  if (signal !== null) console.error(`ended by ${signal}`);
  process.exitCode = code ?? 1;
});
