/**
 * A pool in which one account works on at most half of the connections (`AccountLines`). The
 * account is that of the request, which sets it in the async context; work without one, as that of
 * a consumer, is not limited here.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import { AccountLines } from './account-lines.js';

/** Of one request. Mutable: the account is known only after its key was looked up. */
interface DatabaseCaller {
  accountId: string | null;
}

export const databaseCaller = new AsyncLocalStorage<DatabaseCaller>();

/** From here on, connections that this request takes count for the account. */
export function admitAs(accountId: string): void {
  const caller = databaseCaller.getStore();
  if (caller !== undefined) caller.accountId = accountId;
}

/** As long as a pool of connections that hang lets a caller wait. */
const patienceMs = 5_000;

type Callback = Parameters<pg.Pool['connect']>[0];

export class AccountPool extends pg.Pool {
  readonly #lines: AccountLines;
  readonly #accounts = new WeakMap<object, string>();

  constructor(config: pg.PoolConfig = {}) {
    super(config);
    this.#lines = new AccountLines(Math.max(1, Math.floor((config.max ?? 10) / 2)), patienceMs);
    this.on('release', (_error, client) => {
      const account = this.#accounts.get(client);
      if (account === undefined) return;
      this.#accounts.delete(client);
      this.#lines.leave(account);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Callback): void;
  override connect(callback?: Callback): Promise<pg.PoolClient> | undefined {
    const account = databaseCaller.getStore()?.accountId ?? null;
    if (callback === undefined)
      return account === null ? super.connect() : this.#connectFor(account);
    if (account === null) {
      super.connect(callback);
      return undefined;
    }
    this.#connectFor(account).then(
      (client) => {
        callback(undefined, client, client.release.bind(client));
      },
      (error: unknown) => {
        callback(error as Error, undefined, () => undefined);
      },
    );
    return undefined;
  }

  /** @throws AccountBusyError */
  async #connectFor(account: string): Promise<pg.PoolClient> {
    await this.#lines.enter(account);
    try {
      const client = await super.connect();
      this.#accounts.set(client, account);
      return client;
    } catch (error) {
      this.#lines.leave(account);
      throw error;
    }
  }
}
