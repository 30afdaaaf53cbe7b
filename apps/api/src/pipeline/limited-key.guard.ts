/**
 * Runs after the RoleGuard: a key that is limited to workflows may call only operations that say
 * how they keep to these workflows. All others refuse it, new ones included. Executions of other
 * workflows are not found, like those of other workspaces.
 */
import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { FastifyRequest } from 'fastify';
import { setTimeout as sleep } from 'node:timers/promises';
import { validate } from 'uuid';
import { RefusedActions } from '../audit/refused-actions.js';
import { limitedKey, outsideOfKey } from '../auth/key-limits.js';
import type { AuthenticatedRequest, Principal } from '../auth/principal.js';
import { type ApiError, notFound } from '../errors/api-error.js';
import { operationAt } from '../http/operation.decorator.js';
import { executionOfWorkflowsSql } from './limited-key.sql.js';

/** A newly accepted execution may not be projected yet, so an unknown id is polled this long. */
const patienceMs = 1_000;
const pollMs = 50;

@Injectable()
export class LimitedKeyGuard implements CanActivate {
  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(RefusedActions) private readonly refused: RefusedActions,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<FastifyRequest & AuthenticatedRequest>();
    const { principal } = request;
    if (principal === undefined || principal.workflowIds === null) return true;
    const refusal = await this.#refusalFor(principal, principal.workflowIds, context);
    if (refusal === null) return true;
    await this.refused.note(principal, context, refusal);
    throw refusal;
  }

  async #refusalFor(
    { workspaceId }: Principal,
    workflowIds: readonly string[],
    context: ExecutionContext,
  ): Promise<ApiError | null> {
    const { params } = context.switchToHttp().getRequest<FastifyRequest>();
    const { id = '' } = params as Readonly<Record<string, string | undefined>>;
    switch (operationAt(context)?.limitedKeys) {
      case 'handler':
        return null;
      case 'workflow':
        return workflowIds.includes(id.toLowerCase()) ? null : outsideOfKey('this workflow');
      case 'execution': {
        const isOwn = validate(id) && (await this.#isOfWorkflows(id, workspaceId, workflowIds));
        return isOwn ? null : notFound('execution');
      }
      case undefined:
        return limitedKey();
    }
  }

  async #isOfWorkflows(
    executionId: string,
    workspaceId: string,
    workflowIds: readonly string[],
  ): Promise<boolean> {
    const deadline = performance.now() + patienceMs;
    for (;;) {
      const values = [executionId, workspaceId, workflowIds];
      const { rows } = await this.database.pool.query(executionOfWorkflowsSql, values);
      if (rows.length > 0) return true;
      if (performance.now() >= deadline) return false;
      await sleep(pollMs);
    }
  }
}
