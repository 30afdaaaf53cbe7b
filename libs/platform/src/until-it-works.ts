/** Patience at the start of a process, while what it needs is away. */
import type { Logger } from 'pino';

/**
 * Retries with backoff (100 ms doubling to 5 s) until it works; every failure is logged.
 * @param isPassing failures to try again after; any other is thrown. Default: all
 */
export async function untilItWorks<T>(
  what: string,
  logger: Logger,
  attempt: () => Promise<T>,
  isPassing: (error: unknown) => boolean = () => true,
): Promise<T> {
  for (let delayMs = 100; ; delayMs = Math.min(delayMs * 2, 5_000)) {
    try {
      return await attempt();
    } catch (error) {
      if (!isPassing(error)) throw error;
      logger.warn({ err: error, delayMs }, `${what} is not available yet; trying again`);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
  }
}
