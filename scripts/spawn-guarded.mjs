import { spawn } from 'node:child_process';

/**
 * Starts a program that does not outlive us. It has its own process group: Ctrl-C reaches npm and
 * us, often twice, and the program must get exactly one signal, from us. If we are killed without
 * passing one on, a shell sees its stdin close and stops the program.
 */
export function spawnGuarded(command, args, options) {
  const child = spawn(command, args, { ...options, detached: true });
  const script = 'read _; kill -TERM "$1"';
  const guard = spawn('sh', ['-c', script, 'flowledger-guard', String(child.pid)], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  child.once('exit', () => guard.kill('SIGKILL'));
  return child;
}
