/**
 * `npm start`: sets up, builds, then runs apps/standalone on Node 24 as its parent on the terminal.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensureBuilt } from './build.mjs';
import { heapFlags, memoryEnvironment } from './memory.mjs';
import { noteExit } from './note-exit.mjs';
import { root, setUp } from './set-up.mjs';

const node = setUp();
ensureBuilt(root, node);

// Its own process group: Ctrl-C reaches npm and us, often twice. The app must get exactly one
// signal, from us.
const app = spawn(
  node,
  [
    '--enable-source-maps',
    ...heapFlags,
    join(root, 'dist/apps/standalone/src/main.js'),
    ...process.argv.slice(2),
  ],
  {
    detached: true,
    env: { ...process.env, ...memoryEnvironment },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
);

// If we are killed without passing a signal on, this shell sees its stdin close and stops the app.
const guard = spawn('sh', ['-c', 'read _; kill -TERM "$1"', 'flowledger-guard', String(app.pid)], {
  detached: true,
  stdio: ['pipe', 'ignore', 'ignore'],
});
guard.on('error', () => undefined);

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
  guard.kill('SIGKILL');
  noteExit(join(process.env.DATA_DIR ?? '.data', 'runners'), app.pid, code, signal);
  if (signal !== null) console.error(`ended by ${signal}`);
  process.exitCode = code ?? 1;
});
