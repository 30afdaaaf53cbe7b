/**
 * Records an action and its end. One statement writes both the audit row and the record for Kafka.
 */
import { encodeRecord, type ManagementActionRequested } from '@libs/contracts';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { AuditPublisher } from './audit-publisher.js';
import { beginActionSql, endActionSql } from './audit.sql.js';

export type Action = Omit<ManagementActionRequested, 'eventId' | 'actionId' | 'occurredAt'>;
export type BegunAction = Pick<ManagementActionRequested, 'actionId' | 'workspaceId' | 'action'>;

export interface ActionEnd {
  /** HTTP status of the answer. */
  readonly status: number;
  /** The record that was created or changed. */
  readonly targetId: string | null;
}

@Injectable()
export class AuditTrail {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(AuditPublisher) private readonly publisher: Pick<AuditPublisher, 'begin'>,
  ) {}

  /** @throws the driver's error: nothing was written, so the action must not run */
  async begin(action: Action): Promise<BegunAction> {
    const [actionId, now] = [uuidv7(), Date.now()];
    const eventType = 'ManagementActionRequested';
    const eventId = `${actionId}:requested`;
    await this.database.pool.query({
      name: 'begin-action',
      text: beginActionSql,
      values: [
        actionId,
        action.workspaceId,
        action.accountId,
        action.keyId,
        action.userId,
        action.action,
        action.path,
        action.targetId,
        action.ip,
        action.userAgent,
        action.requestId,
        new Date(now),
        eventId,
        eventType,
        encodeRecord(eventType, { ...action, eventId, actionId, occurredAt: now }),
      ],
    });
    this.publisher.begin();
    return { actionId, workspaceId: action.workspaceId, action: action.action };
  }

  /** @throws the driver's error: the action keeps an open end, in the list and in Kafka */
  async end(begun: BegunAction, { status, targetId }: ActionEnd): Promise<void> {
    const now = Date.now();
    const eventType = 'ManagementActionEnded';
    const eventId = `${begun.actionId}:ended`;
    await this.database.pool.query({
      name: 'end-action',
      text: endActionSql,
      values: [
        begun.actionId,
        status,
        targetId,
        begun.workspaceId,
        new Date(now),
        eventId,
        eventType,
        encodeRecord(eventType, { ...begun, eventId, targetId, status, occurredAt: now }),
      ],
    });
    this.publisher.begin();
  }
}
