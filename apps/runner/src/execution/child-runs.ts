/**
 * Child runs. The runner requests them itself, under an id derived from the parent's block, so that
 * a repeated request is one run. The child's end reaches the parent as a control command. If that
 * is lost, the timers find the end in the read model.
 */
import { triggerIndexOf } from '@libs/blocks';
import {
  headers,
  recordOf,
  type ExecutionParent,
  type ExecutionRequested,
  type ExecutionStarted,
} from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { executionLimitMs } from '@libs/execution';
import {
  type AccountLimits,
  billingPeriodOf,
  type Database,
  type Plan,
  type PlanLimits,
} from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import { deployedWorkflowSql } from './execution.sql.js';
import type { ExecutionEnd } from './execution-boundaries.js';
import type { FamilyTable } from '../family/family-table.js';

const deepest = 10;

/** A child that can't be run; retrying would not help. */
export class ChildRunError extends Error {
  override readonly name = 'ChildRunError';
  constructor(
    readonly code:
      | 'CHILD_TOO_DEEP'
      | 'FAMILY_TOO_LARGE'
      | 'WORKFLOW_NOT_DEPLOYED'
      | 'WORKFLOW_PAUSED'
      | 'USAGE_EXCEEDED'
      | 'STORAGE_EXCEEDED',
    message: string,
  ) {
    super(message);
  }
}

/** An execution above the child, or its parent, was cancelled, so the child is not requested. */
export class FamilyStoppedError extends Error {
  override readonly name = 'FamilyStoppedError';
}

export interface ChildRun {
  readonly executionId: string;
  readonly workflowId: string;
  /** JSON text. */
  readonly input: string;
  readonly parent: Omit<ExecutionParent, 'depth'>;
  /** The start event of the parent. */
  readonly started: ExecutionStarted;
  /** Whether it may have been requested before. */
  readonly repeat: boolean;
}

interface Deployed {
  name: string;
  is_paused: boolean;
  version: number;
  content_hash: string;
  definition: WorkflowDefinition;
  plan: Plan;
  limits: AccountLimits;
  /** USD used this month, according to the projection. */
  cost: number;
  /** Bytes that the account's executions keep, according to the projection. */
  stored_bytes: number;
  asked_at: Date;
}

/** The child's trigger output. A webhook trigger gets the input as its body. */
function triggerOutput(type: string | undefined, input: string, now: number): string {
  if (type !== 'webhook') return input;
  const timestamp = JSON.stringify(new Date(now).toISOString());
  return `{"headers":{},"body":${input},"query":{},"method":"POST","timestamp":${timestamp}}`;
}

/** @throws ChildRunError while the workflow is paused, as for a start from outside (decision 38) */
function refusePaused({ name, is_paused }: Deployed): void {
  if (!is_paused) return;
  const message = `The workflow "${name}" is paused. Resume it and run this execution again from this block`;
  throw new ChildRunError('WORKFLOW_PAUSED', message);
}

type ChildLimits = Pick<PlanLimits, 'usageLimitUsd' | 'storedBytes' | 'descendantsPerExecution'>;

/** @throws ChildRunError when the account has reached a limit, as a start from outside would */
function refuseExceeded(row: Deployed, { usageLimitUsd, storedBytes }: ChildLimits): void {
  if (row.cost >= usageLimitUsd) {
    const message = `The account has used its ${usageLimitUsd} USD of this month`;
    throw new ChildRunError('USAGE_EXCEEDED', message);
  }
  if (storedBytes !== null && row.stored_bytes >= storedBytes) {
    const message = `The account's executions keep the ${storedBytes} bytes that its limit "storedBytes" allows. Logs that reach the end of their retention and deleted workspaces free some; the operator can raise the limit`;
    throw new ChildRunError('STORAGE_EXCEEDED', message);
  }
}

export class ChildRuns {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly appender: RecordAppender,
    private readonly families: Pick<FamilyTable, 'request'>,
    private readonly limitsOf: (plan: Plan, own: AccountLimits) => ChildLimits,
  ) {}

  /**
   * Durable when resolved.
   * @throws ChildRunError, FamilyStoppedError, or an error of the database or the ledger
   */
  async request(child: ChildRun, now: number): Promise<void> {
    const { executionId, workflowId, started, repeat } = child;
    const { workspaceId, accountId } = started;
    const depth = (started.parent?.depth ?? 0) + 1;
    if (depth > deepest)
      throw new ChildRunError('CHILD_TOO_DEEP', `Workflows run each other ${deepest} deep at most`);
    const { rows } = await this.database.pool.query<Deployed>(deployedWorkflowSql, [
      workflowId,
      workspaceId,
      accountId,
      billingPeriodOf(new Date(now)),
    ]);
    const [row] = rows;
    if (row === undefined) {
      const message = `This workspace has no deployed workflow ${workflowId}`;
      throw new ChildRunError('WORKFLOW_NOT_DEPLOYED', message);
    }
    const limits = this.limitsOf(row.plan, row.limits);
    // A repeat may already be running. If it were refused, its end would find no waiting parent.
    if (!repeat) {
      refusePaused(row);
      refuseExceeded(row, limits);
    }
    const isCounted = await this.#count(child, row.plan, limits.descendantsPerExecution);
    const trigger = row.definition.blocks[triggerIndexOf(row.definition)];
    const request: ExecutionRequested = {
      ...{ executionId, workspaceId, accountId, workflowId },
      // Already counted: an earlier owner of the parent's partition requested it, or was about to.
      repeat: repeat || !isCounted,
      workflowName: row.name,
      deploymentVersion: row.version,
      definitionHash: row.content_hash,
      trigger: 'api',
      triggerBlockId: trigger?.id ?? '',
      input: triggerOutput(trigger?.type, child.input, now),
      requestedAt: now,
      deadlineAt: now + executionLimitMs,
      parent: { ...child.parent, depth },
      rerunOf: null,
      carried: null,
      retentionDays: started.retentionDays,
      quiet: started.quiet,
    };
    const marks = { [headers.reservedAt]: String(row.asked_at.getTime()) };
    await this.appender.append(recordOf('ExecutionRequested', request, marks));
  }

  /** @returns whether it is counted for the first time */
  async #count(
    { executionId, parent, started }: ChildRun,
    plan: Plan,
    limit: number,
  ): Promise<boolean> {
    const outcome = await this.families.request({
      ...{ executionId, limit, workspaceId: started.workspaceId },
      parentId: parent.executionId,
      grandparentId: started.parent?.executionId ?? null,
    });
    if (outcome === 'cancelled')
      throw new FamilyStoppedError('An execution above the child run was cancelled');
    if (outcome !== 'too_large') return outcome === 'counted';
    const message = `The first execution of this family has started ${limit} others, directly or through child runs: as many as the limit "descendantsPerExecution" of the plan "${plan}" allows. Start fewer child runs, begin several executions instead of one, or ask the operator to raise the limit`;
    throw new ChildRunError('FAMILY_TOO_LARGE', message);
  }

  /** Tells the parent how its child ended. */
  async report(
    executionId: string,
    { executionId: parentId, blockId, iteration, waitId }: ExecutionParent,
    end: Pick<ExecutionEnd, 'status' | 'finalOutput' | 'error'>,
    now: number,
  ): Promise<void> {
    const data = childEndText(executionId, end);
    const command = { executionId: parentId, blockId, iteration, waitId, data };
    await this.appender.append(
      recordOf('ExecutionResumeRequested', { ...command, reason: 'child', requestedAt: now }),
    );
  }
}

/** The data of a control command that reports a child's end to its parent. */
export function childEndText(
  executionId: string,
  { status, finalOutput, error }: Pick<ExecutionEnd, 'status' | 'finalOutput' | 'error'>,
): string {
  const reason = error && { code: error.code, message: error.message };
  return `{"executionId":"${executionId}","status":"${status}","error":${JSON.stringify(reason)},"output":${finalOutput ?? 'null'}}`;
}
