/**
 * Admission before a pool of connections: one account holds some of them at most, and its further
 * calls wait in a line of its own. So many calls of one account take nothing from the others.
 */

/** A call waited for a connection while its account held as many as it may. */
export class AccountBusyError extends Error {
  readonly code = 'ACCOUNT_BUSY';
  constructor() {
    super('The account holds as many database connections as one account may');
  }
}

/** Looks through TypeORM's wrapping. */
export function isAccountBusy(error: unknown): boolean {
  if (error instanceof AccountBusyError) return true;
  const driverError = (error as { readonly driverError?: unknown } | null)?.driverError;
  return driverError !== undefined && isAccountBusy(driverError);
}

interface Waiting {
  admit(): void;
}

export class AccountLines {
  readonly #held = new Map<string, number>();
  readonly #lines = new Map<string, Set<Waiting>>();

  /**
   * @param mostEach connections of one account
   * @param patienceMs longest wait in an account's line
   */
  constructor(
    private readonly mostEach: number,
    private readonly patienceMs: number,
  ) {}

  /** Null when the account may have a connection at once. @throws AccountBusyError after a wait */
  enter(account: string): Promise<void> | null {
    const held = this.#held.get(account) ?? 0;
    if (held < this.mostEach) {
      this.#held.set(account, held + 1);
      return null;
    }
    return new Promise((resolve, reject) => {
      const line = this.#lines.get(account) ?? new Set();
      this.#lines.set(account, line);
      const leave = (): void => {
        line.delete(waiting);
        if (line.size === 0) this.#lines.delete(account);
      };
      const timer = setTimeout(() => {
        leave();
        reject(new AccountBusyError());
      }, this.patienceMs);
      const waiting = {
        admit: (): void => {
          clearTimeout(timer);
          leave();
          resolve();
        },
      };
      line.add(waiting);
    });
  }

  /** The longest waiting call of the account takes what was given back. */
  leave(account: string): void {
    const [next] = this.#lines.get(account) ?? [];
    if (next !== undefined) {
      next.admit();
      return;
    }
    const held = (this.#held.get(account) ?? 1) - 1;
    if (held === 0) this.#held.delete(account);
    else this.#held.set(account, held);
  }
}
