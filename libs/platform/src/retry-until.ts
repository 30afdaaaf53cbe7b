/** Retries work until it succeeds or is stopped: while a dependency is away, or work is held. */
import { isSettling } from '@libs/event-log';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';

const firstDelayMs = 50;
const maxDelayMs = 2_000;

export interface Patience {
  /** Failures that are retried; any other is thrown. Default: all. */
  readonly isPassing?: (error: unknown) => boolean;
  /** Aborts the retries. */
  readonly stopped?: AbortSignal;
  /** Between two attempts. Default: 50 ms, doubling to 2 s. */
  readonly delayMs?: number;
  /** Logged with each failure. */
  readonly details?: object;
}

/**
 * Every failure is logged.
 * @throws the signal's reason when aborted before it succeeded
 */
export async function retryUntil<T>(
  what: string,
  logger: Pick<Logger, 'info' | 'warn'>,
  attempt: () => Promise<T>,
  { isPassing = () => true, stopped, delayMs: fixedMs, details }: Patience = {},
): Promise<T> {
  const longestMs = fixedMs ?? maxDelayMs;
  for (let delayMs = fixedMs ?? firstDelayMs; ; delayMs = Math.min(delayMs * 2, longestMs)) {
    stopped?.throwIfAborted();
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      stopped?.throwIfAborted();
      if (isSettling(error))
        logger.info({ ...details, reason: String(error) }, 'Kafka is not ready yet, trying again');
      else logger.warn({ ...details, err: error, delayMs }, `${what} failed; trying again`);
      const ending = stopped === undefined ? {} : { signal: stopped };
      await sleep(delayMs, undefined, ending).catch(() => undefined);
    }
  }
}
