/**
 * While a dependency is away all calls fail alike; a line for each could fill a nearly full disk.
 */
import type { EventLogLogger } from '@libs/event-log';

const intervalMs = 10_000;
const mostKinds = 100;

interface Said {
  readonly atMs: number;
  unsaid: number;
}

export class RepeatedFailures {
  readonly #said = new Map<string, Said>();

  /**
   * @param nowMs time of a monotonic clock
   * @returns how many of its kind were suppressed since the last line; null when this one is
   * suppressed too
   */
  note(kind: string, nowMs = performance.now()): number | null {
    const last = this.#said.get(kind);
    if (last !== undefined && nowMs - last.atMs < intervalMs) {
      last.unsaid += 1;
      return null;
    }
    if (this.#said.size >= mostKinds) this.#said.clear();
    this.#said.set(kind, { atMs: nowMs, unsaid: 0 });
    return last?.unsaid ?? 0;
  }
}

/**
 * Logs repeated failures (same text and error) only now and then, with the count of the others. A
 * message without an error concerns one record or partition and is always logged.
 */
export function quietRepeats(log: EventLogLogger): EventLogLogger {
  const failures = new RepeatedFailures();
  const once =
    (level: 'warn' | 'error') =>
    (details: object, message: string): void => {
      const { err } = details as { readonly err?: unknown };
      const more = err instanceof Error ? failures.note(`${message} ${String(err)}`) : 0;
      if (more !== null) log[level]({ ...details, ...(more > 0 && { more }) }, message);
    };
  return {
    debug: (details, message) => log.debug(details, message),
    info: (details, message) => log.info(details, message),
    warn: once('warn'),
    error: once('error'),
  };
}
