import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { View } from '../http/answers.js';
import { notFound } from '../errors/index.js';
import { findMemberSql } from '../members/members.sql.js';
import type { signInLinkAnswer } from './session.schemas.js';
import { newSignInLink } from './sign-in-link.js';

const week = 7 * 86_400;

/** Its session has this workspace only: the person may be a member of others. */
export class CreateSignInLink extends Command<View<typeof signInLinkAnswer>['data']> {
  constructor(
    readonly workspaceId: string,
    readonly userId: string,
    readonly baseUrl: string,
  ) {
    super();
  }
}

@CommandHandler(CreateSignInLink)
export class CreateSignInLinkHandler implements ICommandHandler<CreateSignInLink> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({
    workspaceId,
    userId,
    baseUrl,
  }: CreateSignInLink): Promise<View<typeof signInLinkAnswer>['data']> {
    const { pool } = this.database;
    const { rows } = await pool.query(findMemberSql, [workspaceId, userId]);
    if (rows.length === 0) throw notFound('member');
    return newSignInLink(pool, { userId, workspaceId, seconds: week, baseUrl });
  }
}
