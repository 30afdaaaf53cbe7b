import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/index.js';
import { endSessionSql } from './sessions.sql.js';

/** Every instance refuses it within two seconds. */
export class EndSession extends Command<undefined> {
  constructor(
    readonly principal: Principal,
    readonly sessionId: string | null,
  ) {
    super();
  }
}

@CommandHandler(EndSession)
export class EndSessionHandler implements ICommandHandler<EndSession> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ principal, sessionId }: EndSession): Promise<undefined> {
    const values = [sessionId, principal.sessionId, principal.keyId];
    const { rows } = await this.database.pool.query(endSessionSql, values);
    if (rows.length === 0) throw notFound('session');
  }
}
