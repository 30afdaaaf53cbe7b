import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import type { DeviceView } from './session.schemas.js';
import { listSessionsSql } from './sessions.sql.js';

/** The open sessions of the caller: of its person, or of its key. */
export class ListSessions extends Query<readonly DeviceView[]> {
  constructor(readonly principal: Principal) {
    super();
  }
}

interface Row {
  readonly id: string;
  readonly created_at: Date;
  readonly last_seen_at: Date;
  readonly address: string;
  readonly agent: string | null;
}

@QueryHandler(ListSessions)
export class ListSessionsHandler implements IQueryHandler<ListSessions> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal }: ListSessions): Promise<readonly DeviceView[]> {
    const { keyId, sessionId } = principal;
    const { rows } = await this.database.pool.query<Row>(listSessionsSql, [sessionId, keyId]);
    return rows.map(({ id, created_at: createdAt, last_seen_at: lastSeenAt, address, agent }) => ({
      ...{ id, createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
      ...{ address, agent, current: id === sessionId },
    }));
  }
}
