import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { ownedSubscriptionSql } from './deliveries.sql.js';
import { type RecoveryRequest, startRecovery } from './recoveries.js';
import type { RedeliveredView, RedeliverSinceBody } from './recovery.schemas.js';
import { countByStateSql } from './recovery.sql.js';

/** Starts redelivery of a subscription's deliveries by creation time and end state. */
export class RedeliverSince extends Command<RedeliveredView> {
  constructor(
    readonly principal: Principal,
    readonly subscriptionId: string,
    readonly body: RedeliverSinceBody,
  ) {
    super();
  }
}

@CommandHandler(RedeliverSince)
export class RedeliverSinceHandler implements ICommandHandler<RedeliverSince> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal, subscriptionId, body }: RedeliverSince): Promise<RedeliveredView> {
    const { pool } = this.database;
    const { workspaceId } = principal;
    const owned = await pool.query<{ active: boolean; deleted: boolean }>(ownedSubscriptionSql, [
      subscriptionId,
      workspaceId,
    ]);
    const [subscription] = owned.rows;
    if (subscription === undefined || subscription.deleted) throw notFound('subscription');
    const { since, states, perSecond, dryRun } = body;
    const until = body.until ?? null;
    const changedSince = null;
    const chosen = { subscriptionId, workspaceId, since, until, states, changedSince };
    if (dryRun) return this.#count(chosen);
    if (!subscription.active)
      throw new ApiError(409, 'CONFLICT', 'The subscription is not active; activate it first');
    return startRecovery(pool, { ...chosen, perSecond });
  }

  /** Also while the subscription is off: whoever switches it on wants to know what will be sent. */
  async #count(chosen: Omit<RecoveryRequest, 'perSecond'>): Promise<RedeliveredView> {
    const { subscriptionId, workspaceId, since, until, states, changedSince } = chosen;
    const { rows } = await this.database.pool.query<{ state: string; matching: number }>(
      countByStateSql,
      [subscriptionId, workspaceId, since, until, states, changedSince],
    );
    const byState = Object.fromEntries(rows.map(({ state, matching }) => [state, matching]));
    const matching = rows.reduce((sum, row) => sum + row.matching, 0);
    return { redelivered: 0, matching, byState };
  }
}
