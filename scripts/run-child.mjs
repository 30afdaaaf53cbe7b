import { spawn } from 'node:child_process';

const signals = ['SIGTERM', 'SIGHUP', 'SIGINT'];

/**
 * Runs a command on this terminal. SIGTERM and SIGHUP are passed on (Ctrl-C reaches it anyway);
 * then we exit with it. package.json scripts start with `exec`: npm would only signal the shell,
 * which passes nothing on.
 * @returns its exit code; 1 if a signal ended it
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
