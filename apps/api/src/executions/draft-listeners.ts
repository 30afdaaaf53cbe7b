/**
 * URLs that run a draft once: for a sender that can't be told to use the api, such as a form or
 * another service. A token opens one run of one workflow's draft, for a few minutes. Only its hash
 * is stored. Calls of the workflow's own URL are not affected.
 */
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { v7 as uuidv7 } from 'uuid';
import { createHash, randomBytes } from 'node:crypto';
import { ApiError, notFound } from '../errors/index.js';
import {
  addListenerSql,
  closeListenerSql,
  findListenerSql,
  releaseListenerSql,
  takeListenerSql,
} from './draft-listener.sql.js';
import { DraftTargets, wholeDraft } from './draft-targets.js';
import type { DeployedTarget } from './execution-target.js';

export interface Listener {
  readonly token: string;
  readonly expiresAt: Date;
  /** Id of the run to come. */
  readonly executionId: string;
}

/** A draft that one call of its test URL may run. */
export interface ListeningDraft {
  readonly target: DeployedTarget;
  readonly executionId: string;
  readonly tokenHash: Buffer;
}

const openForSeconds = 300;
const maxOfWorkspace = 50;
/** Calls that are refused, for instance by the trigger's checks, do not use the URL up. */
const maxCalls = 50;
/** Tokens of workspaces have letters and digits only. */
const prefix = 'test-';
const shape = /^test-[A-Za-z0-9_-]{43}$/;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

/** The caller may be anyone, so it learns nothing about the blocks. */
function discreet(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'INVALID_WORKFLOW') throw error;
  const message = 'The draft has problems and can not run. The URL stays open';
  throw new ApiError(error.status, error.code, message);
}

export const isTestToken = (token: string): boolean => token.startsWith(prefix);

@Injectable()
export class DraftListeners {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(DraftTargets) private readonly drafts: DraftTargets,
  ) {}

  /**
   * Ends an earlier one of the same person, of any workflow: an editor watches one at a time.
   * @param by a user, or a key without one
   * @throws ApiError 429 when the workspace has as many open URLs as it may
   */
  async open(workflowId: string, workspaceId: string, by: string): Promise<Listener> {
    const token = prefix + randomBytes(32).toString('base64url');
    const executionId = uuidv7();
    const { rows } = await this.database.pool.query<{ expires_at: Date }>(addListenerSql, [
      ...[hashOf(token), workflowId, workspaceId, executionId],
      ...[openForSeconds, maxOfWorkspace, by],
    ]);
    const [row] = rows;
    if (row !== undefined) return { token, expiresAt: row.expires_at, executionId };
    const message = `The workspace has ${maxOfWorkspace} open test URLs. Each ends with its call, or ${openForSeconds} seconds after it was made`;
    throw new ApiError(429, 'QUOTA_EXCEEDED', message, undefined, { 'retry-after': '60' });
  }

  /**
   * Without an open URL of this person, nothing happens.
   * @throws ApiError 404 when the workspace has no such workflow
   */
  async close(workflowId: string, workspaceId: string, by: string): Promise<void> {
    const { pool } = this.database;
    const { rowCount } = await pool.query(closeListenerSql, [workflowId, workspaceId, by]);
    if (rowCount === 0) throw notFound('workflow');
  }

  /**
   * Null for an unknown, used or ended token, and for another path than the draft's.
   * @throws ApiError 422 for a draft that can't run
   */
  async find(token: string, path: string): Promise<ListeningDraft | null> {
    if (!shape.test(token)) return null;
    const tokenHash = hashOf(token);
    const { rows } = await this.database.pool.query<{
      workflowId: string;
      workspaceId: string;
      executionId: string;
    }>(findListenerSql, [tokenHash, maxCalls]);
    const [row] = rows;
    if (row === undefined) return null;
    const { workflowId, workspaceId } = row;
    const { target } = await this.drafts.of(workflowId, workspaceId, wholeDraft).catch(discreet);
    const isThere = target.triggerType === 'webhook' && target.triggerConfig['path'] === path;
    return isThere ? { target, executionId: row.executionId, tokenHash } : null;
  }

  /**
   * @param run starts the draft
   * @returns null when another call was first
   */
  async once<T>({ tokenHash }: ListeningDraft, run: () => Promise<T>): Promise<T | null> {
    const { pool } = this.database;
    const { rowCount } = await pool.query(takeListenerSql, [tokenHash]);
    if (rowCount === 0) return null;
    try {
      return await run();
    } catch (error) {
      const mayRun = error instanceof ApiError && error.code === 'OUTCOME_UNKNOWN';
      if (!mayRun) await pool.query(releaseListenerSql, [tokenHash]);
      throw error;
    }
  }
}
