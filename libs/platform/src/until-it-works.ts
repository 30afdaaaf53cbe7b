/** Retries while a dependency is away: at the start of a process, or while work is held. */
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';

const firstDelayMs = 50;
const maxDelayMs = 2_000;

export interface Patience {
  /** Failures that are retried; any other is thrown. Default: all. */
  readonly isPassing?: (error: unknown) => boolean;
  /** Aborts the retries. */
  readonly stopped?: AbortSignal;
}

/**
 * Retries with backoff (50 ms doubling to 2 s) until it works; every failure is logged.
 * @throws the signal's reason when aborted before it worked
 */
export async function untilItWorks<T>(
  what: string,
  logger: Logger,
  attempt: () => Promise<T>,
  { isPassing = () => true, stopped }: Patience = {},
): Promise<T> {
  for (let delayMs = firstDelayMs; ; delayMs = Math.min(delayMs * 2, maxDelayMs)) {
    stopped?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      logger.warn({ err: error, delayMs }, `${what} failed; trying again`);
      const ending = stopped === undefined ? {} : { signal: stopped };
      await sleep(delayMs, undefined, ending).catch(() => undefined);
    }
  }
}
