/** Notes that a process ended by a fault of its own, for its next start (apps/runner/src/trials/exit-reports.ts). */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Sent by the system to a process that did wrong. Others come from outside, or may: SIGKILL is the out-of-memory killer's too. */
const ownSignals = new Map([
  ['SIGILL', 132],
  ['SIGTRAP', 133],
  ['SIGABRT', 134],
  ['SIGBUS', 135],
  ['SIGFPE', 136],
  ['SIGSEGV', 139],
]);

/** @returns the signal's name; null when the end says nothing about the process */
export function ownSignalOf(code, signal) {
  for (const [name, exitCode] of ownSignals) if (signal === name || code === exitCode) return name;
  return null;
}

/** @param directory `runners` in DATA_DIR; @param pid of the process that ended */
export function noteExit(directory, pid, code, signal) {
  const own = ownSignalOf(code, signal);
  if (own === null) return;
  try {
    for (const name of readdirSync(directory)) {
      if (!name.endsWith('.pid') || readFileSync(join(directory, name), 'utf8') !== String(pid))
        continue;
      const path = join(directory, name.replace(/pid$/, 'exit.json'));
      writeFileSync(path, JSON.stringify({ event: `ended by ${own}` }));
    }
  } catch {
    // No runner was in it, or it never got so far.
  }
}
