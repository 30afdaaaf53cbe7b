import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { ApiError, notFound } from '../errors/api-error.js';
import { ownedSubscriptionSql } from './deliveries.sql.js';
import { startRecovery } from './recoveries.js';
import type { RedeliveredView, RedeliverSinceBody } from './recovery.schemas.js';
import { countMatchingSql } from './recovery.sql.js';

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
    if (!subscription.active) {
      throw new ApiError(409, 'CONFLICT', 'The subscription is not active; activate it first');
    }
    const { since, states, perSecond, dryRun } = body;
    const until = body.until ?? null;
    const changedSince = null;
    if (!dryRun) {
      const chosen = { subscriptionId, workspaceId, since, until, states, changedSince };
      return startRecovery(pool, { ...chosen, perSecond });
    }
    const { rows } = await pool.query<{ matching: number }>(countMatchingSql, [
      subscriptionId,
      workspaceId,
      since,
      until,
      states,
      changedSince,
    ]);
    return { redelivered: 0, matching: rows[0]?.matching ?? 0 };
  }
}
