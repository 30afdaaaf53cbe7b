import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, inTransaction, type WorkspaceRole } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { PoolClient } from 'pg';
import { v7 as uuidv7 } from 'uuid';
import type { Principal } from '../auth/principal.js';
import { hashToken, newToken } from '../auth/session-cookie.js';
import { ApiError } from '../errors/api-error.js';
import { DescribedSession } from './described-session.js';
import type { SessionView } from './session.schemas.js';
import {
  deleteExpiredSql,
  endOldestOfKeySql,
  endOldestOfUserSql,
  insertSessionSql,
  takeLinkSql,
} from './sessions.sql.js';

/** The oldest one ends when a person, or a key, has more. */
const maxSessions = 50;

export interface NewSession {
  /** For the cookie alone; it is stored as a hash. */
  readonly token: string;
  readonly accountId: string;
  readonly view: SessionView;
}

export interface Device {
  readonly address: string;
  readonly agent: string | null;
}

interface Member {
  readonly userId: string;
  readonly accountId: string;
  /** The session has no higher one; null: the member's role. */
  readonly highestRole: WorkspaceRole | null;
}

type SignedInBy =
  | { readonly key: Pick<Principal, 'keyId' | 'accountId'> }
  | { readonly signInToken: string }
  | { readonly member: Member };

/** For a valid key, the token of a sign-in link, or a member whose identity is proved. */
export class CreateSession extends Command<NewSession> {
  constructor(
    readonly by: SignedInBy,
    readonly device: Device,
  ) {
    super();
  }
}

interface Owner {
  readonly accountId: string;
  readonly keyId: string | null;
  readonly userId: string | null;
  readonly workspaceId: string | null;
  readonly highestRole: WorkspaceRole | null;
}

interface LinkRow {
  readonly user_id: string;
  readonly workspace_id: string | null;
  readonly account_id: string;
}

const wrongLink = (): ApiError =>
  new ApiError(
    401,
    'INVALID_SIGN_IN_LINK',
    'This sign-in link was used, has expired, or is not complete. Ask for a new one',
  );

async function ownerOf(client: PoolClient, by: SignedInBy): Promise<Owner> {
  const nobody = { keyId: null, userId: null, workspaceId: null, highestRole: null };
  if ('key' in by) return { ...nobody, accountId: by.key.accountId, keyId: by.key.keyId };
  if ('member' in by) return { ...nobody, ...by.member };
  const { rows } = await client.query<LinkRow>(takeLinkSql, [hashToken(by.signInToken)]);
  const [link] = rows;
  if (link === undefined) throw wrongLink();
  const { user_id: userId, workspace_id: workspaceId, account_id: accountId } = link;
  return { ...nobody, accountId, userId, workspaceId };
}

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(DescribedSession) private readonly described: DescribedSession,
  ) {}

  execute({ by, device }: CreateSession): Promise<NewSession> {
    return inTransaction(this.database.pool, async (client) => {
      const owner = await ownerOf(client, by);
      const { accountId, keyId, userId, workspaceId, highestRole } = owner;
      const [id, token] = [uuidv7(), newToken()];
      const { address, agent } = device;
      await client.query(insertSessionSql, [
        ...[id, hashToken(token), accountId, keyId, userId, workspaceId, address, agent],
        highestRole,
      ]);
      const endOldest = keyId === null ? endOldestOfUserSql : endOldestOfKeySql;
      await client.query(endOldest, [keyId ?? userId, maxSessions]);
      await client.query(deleteExpiredSql);
      const view = await this.described.read(client, id);
      // The person was removed from the workspace after the link was made.
      if (view === null) throw wrongLink();
      return { token, accountId, view };
    });
  }
}
