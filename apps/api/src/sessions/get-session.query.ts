import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { DescribedSession } from './described-session.js';
import type { SessionView } from './session.schemas.js';

/** The session of the request. */
export class GetSession extends Query<SessionView> {
  constructor(readonly principal: Principal) {
    super();
  }
}

@QueryHandler(GetSession)
export class GetSessionHandler implements IQueryHandler<GetSession> {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(DescribedSession) private readonly described: DescribedSession,
  ) {}

  async execute({ principal: { sessionId } }: GetSession): Promise<SessionView> {
    const { pool } = this.database;
    const view = sessionId === null ? null : await this.described.read(pool, sessionId);
    if (view === null) throw notFound('session');
    return view;
  }
}
