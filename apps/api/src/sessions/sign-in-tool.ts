/**
 * A sign-in link that an operator makes on the host, for anyone who is a member of some workspace:
 * the way in for a person who has neither a key nor an owner to ask.
 */
import type { Database } from '@libs/persistence';
import { z } from 'zod';
import { OperatorTrail } from '../audit/operator-trail.js';
import { ApiError } from '../errors/api-error.js';
import { BodyPipe } from '../http/zod.pipe.js';
import { memberBody } from '../members/member.schemas.js';
import { membersByEmailSql } from './sessions.sql.js';
import { linkSeconds, newSignInLink } from './sign-in-link.js';

const wanted = memberBody.pick({ email: true }).extend({ accountId: z.uuid().nullable() });
/** More than an operator reads. */
const maxAccounts = 20;

interface UserRow {
  readonly id: string;
  readonly account_id: string;
  readonly account_name: string;
}

interface Parts {
  readonly database: Database;
  /** Where people open the dashboard. */
  readonly baseUrl: string;
  /** Who acts, for the audit trail. */
  readonly userAgent: string;
}

export interface OperatorsLink {
  /** The user's id. */
  readonly id: string;
  readonly email: string;
  readonly accountId: string;
  readonly url: string;
  readonly expiresAt: string;
}

export class SignInTool {
  readonly #trail: OperatorTrail;

  constructor(private readonly parts: Parts) {
    this.#trail = new OperatorTrail({ ...parts, command: 'sign-in' });
  }

  /**
   * @param asked email; accountId: null unless the address belongs to several accounts
   * @throws ApiError 404, 409, 422
   */
  async link(asked: { email: string; accountId: string | null }): Promise<OperatorsLink> {
    const { email, accountId } = new BodyPipe(wanted).transform(asked);
    const { database, baseUrl } = this.parts;
    const user = await this.#user(email, accountId);
    const { id, account_id } = user;
    const action = { action: 'createSignInLink', accountId: account_id, targetId: id, status: 201 };
    return this.#trail.recorded(action, async () => {
      const link = { userId: id, workspaceId: null, seconds: linkSeconds, baseUrl };
      return { id, email, accountId: account_id, ...(await newSignInLink(database.pool, link)) };
    });
  }

  async #user(email: string, accountId: string | null): Promise<UserRow> {
    const { pool } = this.parts.database;
    const { rows } = await pool.query<UserRow>(membersByEmailSql, [email, accountId, maxAccounts]);
    const [user, ...more] = rows;
    if (user === undefined) {
      const where = accountId === null ? 'any account' : `the account ${accountId}`;
      const remedy = 'An owner adds members, and "npm run accounts -- create" makes an owner';
      const what = `"${email}" is not a member of a workspace of ${where}. ${remedy}`;
      throw new ApiError(404, 'NOT_FOUND', what);
    }
    if (more.length === 0) return user;
    const accounts = rows.map(({ account_id, account_name }) => ({ account_id, account_name }));
    const what = `"${email}" is a member in several accounts. Name one with --account ID`;
    throw new ApiError(409, 'CONFLICT', what, accounts);
  }
}
