/** While something is away everything fails alike; a line for each would fill the disk that may be what is wanting. */
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
   * @param nowMs of a clock that never goes back
   * @returns how many of its kind went unsaid since the last line; null when this one is to go unsaid, too
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
 * Says failures that repeat (text and error alike) once in a while, with how many more there were. What has no error is about one thing,
 * a record or a partition, and is always said.
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
