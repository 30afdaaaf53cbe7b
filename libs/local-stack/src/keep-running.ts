/** Restarts a server that ended unasked, after growing pauses, until it is ready or should stop. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './managed-server.js';

export interface KeepRunningSpec {
  /** For messages: `Kafka`, `PostgreSQL`. */
  readonly name: string;
  /** Resolves when it is ready. */
  start(): Promise<void>;
  readonly log: Log;
  /** Where the server logs why it could not start. */
  readonly logPlace: string;
  /** Doubled after each failure, up to half a minute. */
  readonly firstPauseMs?: number;
}

export interface KeepRunning {
  /** Call when it has ended. @param why the log that has the reason */
  ended(reason: string, why: string): void;
  /** Prevents any further start. */
  stop(): Promise<void>;
}

const longestPauseMs = 30_000;

export function keepRunning({
  name,
  start,
  log,
  logPlace,
  firstPauseMs = 1_000,
}: KeepRunningSpec): KeepRunning {
  const stopping = new AbortController();
  let work: Promise<void> = Promise.resolve();

  const startAgain = async (): Promise<void> => {
    for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      await sleep(pauseMs, undefined, { signal: stopping.signal, ref: false }).catch(
        () => undefined,
      );
      if (stopping.signal.aborted) return;
      try {
        await start();
        log(`${name} runs again`);
        return;
      } catch (error) {
        log(`${name} can't be started again: ${String(error)}; its log: ${logPlace}`);
      }
    }
  };
  return {
    ended(reason, why) {
      log(`${name} ${reason} unexpectedly and is started again; its log: ${why}`);
      work = startAgain();
    },
    async stop() {
      stopping.abort();
      await work;
    },
  };
}
