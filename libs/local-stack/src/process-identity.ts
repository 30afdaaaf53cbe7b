/**
 * Distinguishes a process from a later one with the same pid. A pid alone is not enough: pids are
 * reused, and after a reboot a stale pid file may name any process, such as an editor.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

export interface ProcessIdentity {
  readonly pid: number;
  /** Opaque; equal only for the same process of the same boot. */
  readonly started: string;
}

/** Fields of /proc/<pid>/stat after the command name, which may contain spaces and parentheses. */
export function parseProcStat(stat: string): { state: string; startTicks: string } | undefined {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === undefined || startTicks === undefined ? undefined : { state, startTicks };
}

function startedOnLinux(pid: number): string | undefined {
  try {
    const parsed = parseProcStat(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    // A zombie has ended; its parent just has not collected it yet.
    if (parsed === undefined || parsed.state === 'Z' || parsed.state === 'X') return undefined;
    const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${bootId}:${parsed.startTicks}`;
  } catch {
    return undefined;
  }
}

function startedElsewhere(pid: number): string | undefined {
  try {
    const line = execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)], {
      encoding: 'utf8',
    }).trim();
    return line === '' ? undefined : line;
  } catch {
    return undefined;
  }
}

/** @returns undefined when no such process runs */
export function identify(pid: number): ProcessIdentity | undefined {
  const started = process.platform === 'linux' ? startedOnLinux(pid) : startedElsewhere(pid);
  return started === undefined ? undefined : { pid, started };
}

/** Whether exactly this process, not one that inherited its pid, is still running. */
export function isRunning(identity: ProcessIdentity): boolean {
  return identify(identity.pid)?.started === identity.started;
}

/** Parses the JSON of an identify() result; undefined for other or half-written files. */
export function parseIdentity(text: string): ProcessIdentity | undefined {
  try {
    const value = JSON.parse(text) as Partial<ProcessIdentity> | null;
    if (value === null || !Number.isInteger(value.pid) || typeof value.started !== 'string')
      return undefined;
    return { pid: Number(value.pid), started: value.started };
  } catch {
    return undefined;
  }
}
