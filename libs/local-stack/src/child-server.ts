/**
 * A server as our child process. It has its own process group, so Ctrl-C in our terminal reaches
 * only us and we can stop things in order. A guard (a shell waiting on a pipe from us) ends it if
 * we die without cleaning up. Its output goes to a file: a pipe would break when we are gone.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { identify, isRunning, parseIdentity } from './process-identity.js';

export interface ChildCommand {
  readonly command: string;
  readonly args: readonly string[];
  readonly uid?: number | undefined;
  readonly gid?: number | undefined;
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv | undefined;
  /** Emptied at each start. */
  readonly logFile: string;
  /** Identifies our process, for a later run after a crash of this one. */
  readonly pidFile: string;
  /** Appears in the log once the server is ready. */
  readonly readyText: string;
  /** Requests an orderly end. */
  readonly stopSignal: NodeJS.Signals;
  /** Directory of a fresh server's data; the guard removes it when we die. */
  readonly removeWithUs?: string | undefined;
}

export interface Child {
  readonly pid: number;
  /** Resolves when the process has ended, with the reason in words. */
  readonly exited: Promise<string>;
  signal(signal: NodeJS.Signals): void;
}

/** The child ended before it was ready; `logText` is its output. */
export class ChildFailed extends Error {
  override readonly name = 'ChildFailed';
  readonly logText: string;
  constructor(reason: string, logText: string) {
    super(reason);
    this.logText = logText;
  }
}

const readyTimeoutMs = 120_000;
const pollMs = 20;

/** @throws ChildFailed when it ends, or isn't ready in two minutes */
export async function startChild(command: ChildCommand): Promise<Child> {
  const output = openSync(command.logFile, 'w');
  const child = spawn(command.command, command.args, {
    detached: true,
    stdio: ['ignore', output, output],
    cwd: command.cwd,
    env: command.env ?? process.env,
    ...(command.uid === undefined ? {} : { uid: command.uid }),
    ...(command.gid === undefined ? {} : { gid: command.gid }),
  });
  closeSync(output);
  const exited = exitOf(child);
  const pid = child.pid;
  if (pid === undefined) throw new ChildFailed(await exited, '');
  child.unref();
  const identity = identify(pid);
  if (identity !== undefined) writeFileSync(command.pidFile, JSON.stringify(identity));
  const guard = startGuard(pid, command);
  void exited.then(() => {
    guard.kill('SIGKILL');
    rmSync(command.pidFile, { force: true });
  });
  await ready(command, child, exited);
  return {
    pid,
    exited,
    signal(signal) {
      child.kill(signal);
    },
  };
}

function exitOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exited with code ${String(code)}` : `was ended by ${signal}`);
    });
  });
}

async function ready(
  command: ChildCommand,
  child: ChildProcess,
  exited: Promise<string>,
): Promise<void> {
  let ended: string | undefined;
  void exited.then((reason) => {
    ended = reason;
  });
  for (const deadline = Date.now() + readyTimeoutMs; ;) {
    const text = readFileSync(command.logFile, 'utf8');
    if (text.includes(command.readyText)) return;
    if (ended === undefined && Date.now() > deadline) {
      child.kill('SIGKILL');
      ended = `${await exited} after ${readyTimeoutMs} ms without becoming ready`;
    }
    if (ended !== undefined) throw new ChildFailed(ended, text);
    await sleep(pollMs);
  }
}

function startGuard(pid: number, command: ChildCommand): ChildProcess {
  const fresh = command.removeWithUs;
  // `read` ends when our end of the pipe closes, however we died. $1… keep paths out of the
  // script's text.
  const script =
    fresh === undefined
      ? 'read _; kill -"$2" "$1"'
      : 'read _; kill -KILL "$1"; sleep 1; rm -rf "$3"';
  const signal = command.stopSignal.replace(/^SIG/, '');
  const guard = spawn('sh', ['-c', script, 'flowledger-guard', String(pid), signal, fresh ?? ''], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  guard.on('error', () => undefined);
  guard.unref();
  // The pipe is a socket and would keep this process alive.
  (guard.stdin as { unref?: () => void } | null)?.unref?.();
  return guard;
}

const orderlyStopMs = 30_000;

/** Ends, in order, the server that a killed run left in this pid file; never another process. */
export async function stopStale(
  pidFile: string,
  stopSignal: NodeJS.Signals,
): Promise<number | undefined> {
  const identity = readIdentity(pidFile);
  if (identity === undefined || !isRunning(identity)) return undefined;
  signalPid(identity.pid, 'SIGCONT');
  signalPid(identity.pid, stopSignal);
  for (const deadline = Date.now() + orderlyStopMs; isRunning(identity);) {
    if (Date.now() > deadline) signalPid(identity.pid, 'SIGKILL');
    await sleep(pollMs);
  }
  return identity.pid;
}

/** Asks the child to end, and kills it after half a minute. */
export async function stopChild(child: Child, stopSignal: NodeJS.Signals): Promise<void> {
  child.signal('SIGCONT');
  child.signal(stopSignal);
  const insist = setTimeout(() => {
    child.signal('SIGKILL');
  }, orderlyStopMs);
  await child.exited;
  clearTimeout(insist);
}

function readIdentity(pidFile: string): ReturnType<typeof parseIdentity> {
  try {
    return parseIdentity(readFileSync(pidFile, 'utf8'));
  } catch {
    return undefined;
  }
}

function signalPid(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended in between.
  }
}
