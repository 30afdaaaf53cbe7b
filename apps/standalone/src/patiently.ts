/** Work of a start while Kafka may still elect leaders and Postgres recover. */
import { setTimeout as sleep } from 'node:timers/promises';

const usualPatienceMs = 60_000;
const pauseMs = 500;

/** @throws the last failure, after `patienceMs` */
export async function patiently<T>(
  work: () => Promise<T>,
  patienceMs = usualPatienceMs,
): Promise<T> {
  const deadline = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (performance.now() > deadline) throw error;
      await sleep(pauseMs);
    }
  }
}

/**
 * What a start offers beside the service, which runs on without it.
 * @param instead names the missing part and the remedy
 * @returns lines for the person who started the service
 */
export async function offered(
  work: () => Promise<readonly string[]>,
  instead: string,
  patienceMs?: number,
): Promise<readonly string[]> {
  try {
    return await patiently(work, patienceMs);
  } catch (error) {
    return [`${instead}: ${error instanceof Error ? error.message : String(error)}`];
  }
}
