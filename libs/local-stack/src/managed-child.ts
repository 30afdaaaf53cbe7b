/** The managed-server port over a child process; the caller says how to launch it. */
import { renameSync } from 'node:fs';
import { stopChild, type Child } from './child-server.js';
import { keepRunning } from './keep-running.js';
import type { Log, ManagedServer } from './managed-server.js';
import { runCommand } from './run-command.js';

export interface ManagedChildSpec {
  /** For messages: `Kafka`, `PostgreSQL`. */
  readonly name: string;
  /** Starts it again at the same address. */
  readonly launch: () => Promise<Child>;
  readonly stopSignal: NodeJS.Signals;
  /** Runs after the final end of the process: removes data or saves an archive. */
  readonly afterStop: () => Promise<void>;
  /** Where its output is, to point a person there. */
  readonly logFile: string;
  readonly log: Log;
  /** Restart it when it ends unasked. */
  readonly keepRunning: boolean;
  readonly firstPauseMs?: number;
}

/** Signals its child processes too: a Postgres keeps serving when only its parent is frozen. */
async function signalAll(child: Child, signal: NodeJS.Signals): Promise<void> {
  child.signal(signal);
  const { output } = await runCommand('pgrep', ['-P', String(child.pid)]);
  for (const pid of output.split('\n').filter((line) => line !== '')) {
    try {
      process.kill(Number(pid), signal);
    } catch {
      // Ended in between.
    }
  }
}

/** Keeps this run's log, which says why it ended; a start empties it. @returns the new path */
function putAside(logFile: string): string {
  const aside = `${logFile}.before`;
  try {
    renameSync(logFile, aside);
    return aside;
  } catch {
    return logFile;
  }
}

/**
 * Puts a running child behind the port. An unasked end is logged, and repaired if that is wanted.
 */
export function manageChild(first: Child, spec: ManagedChildSpec): ManagedServer {
  let child: Child | undefined;
  let starting: Promise<void> | undefined;
  let stopped: Promise<void> | undefined;
  let frozen = false;

  const start = async (): Promise<void> => {
    if (child !== undefined) return;
    starting ??= spec
      .launch()
      .then(adopt)
      .finally(() => {
        starting = undefined;
      });
    await starting;
  };
  const again = spec.keepRunning
    ? keepRunning({ ...spec, start, logPlace: spec.logFile })
    : undefined;
  const adopt = (started: Child): void => {
    child = started;
    void started.exited.then((reason) => {
      if (child !== started) return;
      child = undefined;
      if (again === undefined)
        spec.log(`${spec.name} ${reason} unexpectedly; its log: ${spec.logFile}`);
      else again.ended(reason, putAside(spec.logFile));
    });
  };
  /** From here on the end of the process is intended. */
  const takeChild = (): Child | undefined => {
    const taken = child;
    child = undefined;
    return taken;
  };
  const resume = async (): Promise<void> => {
    if (frozen && child !== undefined) await signalAll(child, 'SIGCONT');
    frozen = false;
  };
  const stop = async (): Promise<void> => {
    await again?.stop();
    await resume();
    const running = takeChild();
    if (running !== undefined) await stopChild(running, spec.stopSignal);
    await spec.afterStop();
  };

  adopt(first);
  return {
    get pid() {
      return child?.pid;
    },
    async kill(signal) {
      await resume();
      const running = takeChild();
      if (running !== undefined) await stopChild(running, signal);
    },
    start,
    async suspend() {
      frozen = true;
      if (child !== undefined) await signalAll(child, 'SIGSTOP');
    },
    resume,
    stop: () => (stopped ??= stop()),
  };
}
