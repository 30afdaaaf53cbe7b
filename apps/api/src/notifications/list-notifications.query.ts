import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, keptNotificationDays } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { z } from 'zod';
import type { Principal } from '../auth/principal.js';
import { decodeKey, encodeKey, epochMs } from '../http/page.js';
import {
  idOf,
  type NotificationPage,
  type NotificationPosition,
  type NotificationRow,
  type NotificationsParameters,
  notificationViewOf,
} from './notification.schemas.js';
import {
  countNotificationsSql,
  notificationPageSql,
  readPositionSql,
} from './notifications.sql.js';
import { readerOf } from '../auth/reader.js';

export class ListNotifications extends Query<NotificationPage> {
  constructor(
    readonly principal: Principal,
    readonly parameters: NotificationsParameters,
  ) {
    super();
  }
}

const mostCounted = 100;
const keptMs = keptNotificationDays * 86_400_000;
const key = z.tuple([epochMs, z.string().max(100), z.guid()]);

const valuesOf = (position: NotificationPosition | null): readonly (Date | string | null)[] =>
  position === null ? [null, null, null] : [position.at, position.kind, position.subjectId];

@QueryHandler(ListNotifications)
export class ListNotificationsHandler implements IQueryHandler<ListNotifications> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, parameters }: ListNotifications): Promise<NotificationPage> {
    const { workspaceId } = principal;
    const { after, cursor, limit } = parameters;
    const list = `notifications:${workspaceId}:${after === undefined ? '' : idOf(after)}`;
    const oldest = new Date(Date.now() - keptMs);
    const readAt = await this.#readAt(principal);
    const { rows } = await this.database.pool.query<NotificationRow>(notificationPageSql, [
      ...[workspaceId, oldest, ...valuesOf(after ?? null)],
      ...[...valuesOf(cursor === undefined ? null : before(list, cursor)), limit + 1],
    ]);
    const unread = await this.#countSince(workspaceId, readAt ?? oldest);
    const page = rows.slice(0, limit);
    const last = rows.length > limit ? page.at(-1) : undefined;
    return {
      data: page.map((row) => notificationViewOf(row, readAt)),
      unread,
      ...(last !== undefined && {
        nextCursor: encodeKey(list, [last.at.getTime(), last.kind, last.subject_id]),
      }),
    };
  }

  async #readAt(principal: Principal): Promise<Date | null> {
    const values = [principal.workspaceId, readerOf(principal)];
    const { rows } = await this.database.pool.query<{ read_at: Date }>(readPositionSql, values);
    return rows[0]?.read_at ?? null;
  }

  async #countSince(workspaceId: string, since: Date): Promise<number> {
    const values = [workspaceId, since, ...valuesOf(null), ...valuesOf(null), mostCounted];
    const { rows } = await this.database.pool.query<{ count: number }>(
      countNotificationsSql,
      values,
    );
    return rows[0]?.count ?? 0;
  }
}

function before(list: string, cursor: string): NotificationPosition {
  const [ms, kind, subjectId] = decodeKey(list, cursor, key);
  return { at: new Date(ms), kind, subjectId };
}
