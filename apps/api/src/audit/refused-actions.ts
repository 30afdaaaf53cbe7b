/**
 * Management actions that a key was not allowed to begin, for want of a scope or a role or because it works no more: who tries what
 * is not theirs belongs in the audit trail as much as what was done. The first of a key and operation in a minute, per process, so
 * that a caller who tries again and again can't fill the trail. Unknown keys are nobody's: they leave no row.
 */
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER } from '@libs/platform';
import type { FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Logger } from 'pino';
import type { KeyOwner } from '../auth/principal.js';
import type { ApiError } from '../errors/api-error.js';
import { AuditTrail } from './audit-trail.js';
import { actionFrom, actionOf, isManagementAction, targetOf } from './management-action.js';

const onceInMs = 60_000;
const maxKnown = 10_000;

@Injectable()
export class RefusedActions {
  readonly #noted = new LRUCache<string, true>({ max: maxKnown, ttl: onceInMs });

  constructor(
    @Inject(AuditTrail) private readonly trail: Pick<AuditTrail, 'begin' | 'end'>,
    @Inject(LOGGER) private readonly logger: Pick<Logger, 'warn'>,
  ) {}

  /** Never rejects: what is refused stays refused, noted or not. */
  async note(owner: KeyOwner, request: FastifyRequest, refusal: ApiError): Promise<void> {
    if (!isManagementAction(request)) return;
    const key = `${owner.keyId} ${actionOf(request)}`;
    if (this.#noted.has(key)) return;
    this.#noted.set(key, true);
    try {
      const begun = await this.trail.begin(actionFrom(owner, request));
      await this.trail.end(begun, { status: refusal.status, targetId: targetOf(request) });
    } catch (error) {
      this.#noted.delete(key);
      this.logger.warn({ err: error, keyId: owner.keyId }, 'a refused action is not noted');
    }
  }
}
