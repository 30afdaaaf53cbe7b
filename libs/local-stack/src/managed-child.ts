/** The managed-server port over a child process; how to launch one is the caller's business. */
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
  /** After the process has ended for good: remove data, save an archive. */
  readonly afterStop: () => Promise<void>;
  /** Where its output is, to point a person there. */
  readonly logFile: string;
  readonly log: Log;
  /** Start it again when it ends unasked. */
  readonly keepRunning: boolean;
  readonly firstPauseMs?: number;
}

/** To it and to the processes that it started: a Postgres whose parent alone is frozen serves on. */
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

/** The next start empties it, and it says why this one ended. @returns where it is now */
function putAside(logFile: string): string {
  const aside = `${logFile}.before`;
  try {
    renameSync(logFile, aside);
    return aside;
  } catch {
    return logFile;
  }
}

/** Puts a running child behind the port. An end that nobody asked for is logged, and repaired if that is wanted. */
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
  /** From here on the end of the process is ours. */
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
