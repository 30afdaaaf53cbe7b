/**
 * Records that a process crashed by its own fault, for its next start
 * (apps/runner/src/trials/exit-reports.ts).
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Signals that the kernel sends for a process's own fault. Other signals may come from outside: the
 * out-of-memory killer also sends SIGKILL.
 */
const ownSignals = new Map([
  ['SIGILL', 132],
  ['SIGTRAP', 133],
  ['SIGABRT', 134],
  ['SIGBUS', 135],
  ['SIGFPE', 136],
  ['SIGSEGV', 139],
]);

/** @returns the signal's name; null if the exit says nothing about the process */
export function ownSignalOf(code, signal) {
  for (const [name, exitCode] of ownSignals) if (signal === name || code === exitCode) return name;
  return null;
}

/**
 * @param directory `runners` in DATA_DIR
 * @param pid the process that ended
 */
export function noteExit(directory, pid, code, signal) {
  const own = ownSignalOf(code, signal);
  if (own === null) return;
  try {
    for (const name of readdirSync(directory)) {
      if (!name.endsWith('.pid') || readFileSync(join(directory, name), 'utf8') !== String(pid))
        continue;
      const path = join(directory, name.replace(/pid$/, 'exit.json'));
      writeFileSync(path, JSON.stringify({ event: `ended by ${own}` }), { mode: 0o600 });
    }
  } catch {
    // The process had no runner, or ended before the runner wrote its file.
  }
}
