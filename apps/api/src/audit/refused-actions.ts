/**
 * Records refused attempts, which belong in the audit trail as well: management actions beyond a
 * key's rights, and every use of a key that no longer works or from where it may not be used. Per
 * process, only the first refusal of a key and operation in each minute is recorded, so repeated
 * attempts can't fill the trail. Unknown keys have no owner and leave no row.
 */
import { type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { KeyOwner } from '../auth/principal.js';
import type { ApiError } from '../errors/api-error.js';
import { AuditTrail } from './audit-trail.js';
import { actionFrom, actionOf, isManagementAction, targetOf } from './management-action.js';

const onceInMs = 60_000;
const maxKnown = 10_000;
/** Stands for every operation that is no management action. */
const anyOther = 'other';

@Injectable()
export class RefusedActions {
  readonly #noted = new LRUCache<string, true>({ max: maxKnown, ttl: onceInMs });

  constructor(
    @Inject(AuditTrail) private readonly trail: Pick<AuditTrail, 'begin' | 'end'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Never rejects: the refusal stands even when it can't be recorded. */
  async note(owner: KeyOwner, context: ExecutionContext, refusal: ApiError): Promise<void> {
    if (isManagementAction(context)) await this.noteMisuse(owner, context, refusal);
  }

  /** Also reads and runs: the key may be stolen. Never rejects. */
  async noteMisuse(owner: KeyOwner, context: ExecutionContext, refusal: ApiError): Promise<void> {
    const operation = isManagementAction(context) ? actionOf(context) : anyOther;
    const key = `${owner.keyId} ${operation}`;
    if (this.#noted.has(key)) return;
    this.#noted.set(key, true);
    try {
      const begun = await this.trail.begin(actionFrom(owner, context));
      await this.trail.end(begun, { status: refusal.status, targetId: targetOf(context) });
    } catch (error) {
      this.#noted.delete(key);
      this.logger.warn({ err: error, keyId: owner.keyId }, 'refused action not recorded');
    }
  }
}
