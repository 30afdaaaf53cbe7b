import { spawn } from 'node:child_process';

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];

/**
 * Runs a command at this terminal to its end. What a supervisor tells us (SIGTERM, SIGHUP) is passed on; a terminal's Ctrl-C reaches the
 * command by itself. After either we end with the command, whatever would have come next. npm tells only what it has started: scripts of package.json begin with `exec`, or that is a
 * shell which ends without a word to us.
 * @returns its exit code; 1 when a signal ended it
 */
export function runChild(command, args, options = {}) {
  const child = spawn(command, args, { stdio: 'inherit', ...options });
  let asked = false;
  const onSignal = (signal) => {
    asked = true;
    if (signal !== 'SIGINT') child.kill(signal);
  };
  for (const signal of signals) process.on(signal, onSignal);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (asked) process.exit(code ?? 1);
      resolve(code ?? 1);
    });
  }).finally(() => {
    for (const signal of signals) process.off(signal, onSignal);
  });
}
