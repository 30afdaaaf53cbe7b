/** Tries again with backoff until it works or the process stops: for a database that is away while work is held. */
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';

const firstDelayMs = 50;
const maxDelayMs = 2_000;

/** @throws the signal's reason when stopped before it worked */
export async function untilItWorks<T>(
  what: string,
  logger: Logger,
  stopped: AbortSignal,
  run: () => Promise<T>,
): Promise<T> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    stopped.throwIfAborted();
    try {
      return await run();
    } catch (error) {
      logger.warn({ err: error, delayMs }, `${what} failed; trying again`);
      await sleep(delayMs, undefined, { signal: stopped }).catch(() => undefined);
    }
  }
}
