/**
 * Data needed to run a workflow, by trigger URL or id. Cached for a second, so a busy trigger
 * costs one query a second instead of one per call. A change through this instance is visible at
 * once (`forget`), elsewhere within a second. So a token is accepted for a second after its end.
 */
import { triggerIndexOf } from '@libs/blocks';
import type { AccountLimits, Database, Plan } from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import { Inject, Injectable } from '@nestjs/common';
import { DATABASE } from '@libs/platform';
import { LRUCache } from 'lru-cache';
import { targetByOldUrlSql, targetByUrlSql, targetByWorkflowSql } from './execution.sql.js';

export interface ExecutionTarget {
  readonly workflowId: string;
  readonly workflowName: string;
  readonly workspaceId: string;
  readonly accountId: string;
  readonly plan: Plan;
  readonly accountLimits: AccountLimits;
  /** A suspended account starts nothing. */
  readonly isSuspended: boolean;
  /** Its triggers are refused, and its schedule skips. */
  readonly isPaused: boolean;
  readonly version: number;
  readonly definitionHash: string;
  readonly triggerBlockId: string;
  readonly triggerType: string;
  readonly hasResponseBlock: boolean;
}

/** Adds what only the trigger URL needs. */
export interface DeployedTarget extends ExecutionTarget {
  readonly triggerConfig: Readonly<Record<string, unknown>>;
  /** True when a block refers to the raw body; otherwise it is not recorded a second time. */
  readonly wantsRawBody: boolean;
}

/** A workflow's account, and the version or draft to run. */
export interface TargetRow {
  workflow_id: string;
  workflow_name: string;
  workspace_id: string;
  account_id: string;
  plan: Plan;
  limits: AccountLimits;
  is_suspended: boolean;
  is_paused: boolean;
  version: number;
  content_hash: string;
  definition: WorkflowDefinition;
}

const keptForMs = 1_000;

/** @param path that the trigger must have; null: any */
export function targetOf(row: TargetRow, path: string | null): DeployedTarget | null {
  const { blocks } = row.definition;
  const trigger = blocks[triggerIndexOf(row.definition)];
  // The path may belong to the draft only: the deployed version does not listen on it.
  if (trigger === undefined || (path !== null && trigger.config['path'] !== path)) return null;
  return {
    workflowId: row.workflow_id,
    workflowName: row.workflow_name,
    workspaceId: row.workspace_id,
    accountId: row.account_id,
    plan: row.plan,
    accountLimits: row.limits,
    isSuspended: row.is_suspended,
    isPaused: row.is_paused,
    version: row.version,
    definitionHash: row.content_hash,
    triggerBlockId: trigger.id,
    triggerType: trigger.type,
    triggerConfig: trigger.config,
    wantsRawBody: /\.rawBody\b/i.test(JSON.stringify(row.definition)),
    hasResponseBlock: blocks.some(({ type }) => type === 'response'),
  };
}

@Injectable()
export class ExecutionTargets {
  readonly #cache = new LRUCache<string, DeployedTarget>({
    max: 10_000,
    ttl: keptForMs,
    ttlResolution: 0,
  });

  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * Null when no deployed workflow answers at this URL. A wrong token, a wrong path and those of
   * another workspace take the same one look-up.
   */
  byUrl(token: string, path: string): Promise<DeployedTarget | null> {
    return this.#find('url', targetByUrlSql, [token, path], path);
  }

  /** The same for a URL without a token. Null when it was retired. */
  byOldUrl(path: string): Promise<DeployedTarget | null> {
    return this.#find('old url', targetByOldUrlSql, [path], path);
  }

  /** Null when the workflow does not exist or was never deployed. */
  byWorkflow(workflowId: string): Promise<DeployedTarget | null> {
    return this.#find('id', targetByWorkflowSql, [workflowId], null);
  }

  /** Call after this instance deployed, changed or deleted the workflow. */
  forget(workflowId: string): void {
    this.#forget((target) => target.workflowId === workflowId);
  }

  /** Call after this instance deleted the workspace or changed its trigger URLs. */
  forgetWorkspace(workspaceId: string): void {
    this.#forget((target) => target.workspaceId === workspaceId);
  }

  #forget(isMeant: (target: DeployedTarget) => boolean): void {
    for (const [key, target] of this.#cache.entries()) if (isMeant(target)) this.#cache.delete(key);
  }

  async #find(
    by: string,
    sql: string,
    values: readonly string[],
    path: string | null,
  ): Promise<DeployedTarget | null> {
    // As JSON: a caller chooses the values, which may hold any separator.
    const key = JSON.stringify([by, ...values]);
    const cached = this.#cache.get(key);
    if (cached !== undefined) return cached;
    const { rows } = await this.database.pool.query<TargetRow>(sql, [...values]);
    const target = rows[0] === undefined ? null : targetOf(rows[0], path);
    if (target !== null) this.#cache.set(key, target);
    return target;
  }
}
