/** The audit trail of commands that an operator runs on the host, also while the api is away. */
import type { Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import { translateError } from '../errors/translate-error.js';
import { type Action, AuditTrail } from './audit-trail.js';
import { noId, operatorOf } from './operator.js';

interface Parts {
  readonly database: Database;
  /** The name after `npm run`. */
  readonly command: string;
  /** Who acts. */
  readonly userAgent: string;
}

interface Recorded {
  readonly action: string;
  /** Null: it is being created. */
  readonly accountId: string | null;
  readonly targetId: string | null;
  /** When it succeeds, as the operator API would answer. */
  readonly status: number;
}

const longestUserAgent = 500;

export class OperatorTrail {
  readonly #trail: AuditTrail;

  constructor(private readonly parts: Parts) {
    // An api process publishes the records: the outbox keeps them until one runs.
    this.#trail = new AuditTrail(parts.database, { begin: () => undefined });
  }

  async recorded<T extends { readonly id: string }>(
    what: Recorded,
    work: () => Promise<T>,
  ): Promise<T> {
    const begun = await this.#trail.begin(this.#actionOf(what));
    // Without this record the action keeps an open end, which is accurate.
    const end = (status: number, targetId: string | null): Promise<void> =>
      this.#trail.end(begun, { status, targetId }).catch(() => undefined);
    try {
      const made = await work();
      await end(what.status, made.id);
      return made;
    } catch (error) {
      await end(translateError(error).status, what.targetId);
      throw error;
    }
  }

  #actionOf({ action, accountId, targetId }: Recorded): Action {
    const { command, userAgent } = this.parts;
    return {
      ...operatorOf(accountId ?? noId),
      ...{ action, targetId, path: `npm run ${command}`, ip: '' },
      userAgent: userAgent.slice(0, longestUserAgent),
      requestId: `${command}-${randomUUID()}`,
    };
  }
}
