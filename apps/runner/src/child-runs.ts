/**
 * Child runs: requested by the runner itself, with an id that follows from the parent's block, so that a request made twice is one
 * run. The child's end goes to the parent as an order; should that be lost, the timers find it in the read model.
 */
import { compileWorkflow } from '@libs/blocks';
import {
  encodeRecord,
  headers,
  topics,
  type ExecutionParent,
  type ExecutionRequested,
  type ExecutionStarted,
} from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import { executionLimitMs } from '@libs/execution';
import { type AccountLimits, billingPeriodOf, type Database, type Plan } from '@libs/persistence';
import type { WorkflowDefinition } from '@libs/workflow';
import type { ExecutionEnd } from './execution-boundaries.js';

const deepest = 10;

/** A child that can't be run; retrying would not help. */
export class ChildRunError extends Error {
  override readonly name = 'ChildRunError';
  constructor(
    readonly code: 'CHILD_TOO_DEEP' | 'WORKFLOW_NOT_DEPLOYED' | 'USAGE_EXCEEDED',
    message: string,
  ) {
    super(message);
  }
}

export interface ChildRun {
  readonly executionId: string;
  readonly workflowId: string;
  /** JSON text. */
  readonly input: string;
  readonly parent: Omit<ExecutionParent, 'depth'>;
  /** How the parent began. */
  readonly started: ExecutionStarted;
  /** It may have been requested before. */
  readonly repeat: boolean;
}

/** Index: primary keys. Other workspaces' workflows do not exist here. */
const deployedSql = `
  select w.name, v.version, v.content_hash, v.definition, a.plan, a.limits, coalesce(u.cost, 0) as cost
  from workflow w join workflow_version v on v.workflow_id = w.id and v.version = w.deployed_version
  join account a on a.id = $3 left join usage_period u on u.account_id = a.id and u.period = $4::date
  where w.id = $1 and w.workspace_id = $2 and w.deleted_at is null`;

interface Deployed {
  name: string;
  version: number;
  content_hash: string;
  definition: WorkflowDefinition;
  plan: Plan;
  limits: AccountLimits;
  /** USD, this month, as projected. */
  cost: number;
}

/** What the child's trigger gives: a webhook's output has the input as its body. */
function triggerOutput(type: string | undefined, input: string, now: number): string {
  if (type !== 'webhook') return input;
  const timestamp = JSON.stringify(new Date(now).toISOString());
  return `{"headers":{},"body":${input},"query":{},"method":"POST","timestamp":${timestamp}}`;
}

export class ChildRuns {
  constructor(
    private readonly database: Pick<Database, 'pool'>,
    private readonly appender: RecordAppender,
    /** USD a month; see `PlanLimits`. */
    private readonly usageLimitOf: (plan: Plan, own: AccountLimits) => number,
  ) {}

  /** Durable when resolved. @throws ChildRunError, or whatever keeps database or ledger from answering */
  async request(child: ChildRun, now: number): Promise<void> {
    const { executionId, workflowId, started, repeat } = child;
    const { workspaceId, accountId } = started;
    const depth = (started.parent?.depth ?? 0) + 1;
    if (depth > deepest)
      throw new ChildRunError('CHILD_TOO_DEEP', `Workflows run each other ${deepest} deep at most`);
    const { rows } = await this.database.pool.query<Deployed>(deployedSql, [
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
    const limitUsd = this.usageLimitOf(row.plan, row.limits);
    // One that may have been requested before may run: refused now, its end would find nobody.
    if (row.cost >= limitUsd && !repeat) {
      const message = `The account has used up its ${limitUsd} USD of this month`;
      throw new ChildRunError('USAGE_EXCEEDED', message);
    }
    const { workflow } = compileWorkflow(row.definition);
    const trigger = row.definition.blocks[workflow.triggerIndex];
    const request: ExecutionRequested = {
      ...{ executionId, workspaceId, accountId, workflowId, repeat },
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
    };
    await this.appender.append({
      topic: topics.requests,
      key: executionId,
      value: encodeRecord('ExecutionRequested', request),
      headers: { [headers.eventType]: 'ExecutionRequested', [headers.eventId]: executionId },
    });
  }

  /** Tells the parent how its child ended. */
  async report(
    executionId: string,
    { executionId: parentId, blockId, iteration, waitId }: ExecutionParent,
    end: Pick<ExecutionEnd, 'status' | 'finalOutput' | 'error'>,
    now: number,
  ): Promise<void> {
    const data = childEndText(executionId, end);
    await this.appender.append({
      topic: topics.control,
      key: parentId,
      value: encodeRecord('ExecutionResumeRequested', {
        ...{ executionId: parentId, blockId, iteration, waitId, data },
        reason: 'child',
        requestedAt: now,
      }),
      headers: { [headers.eventType]: 'ExecutionResumeRequested' },
    });
  }

  async cancel(executionId: string, workspaceId: string, now: number): Promise<void> {
    await this.appender.append({
      topic: topics.control,
      key: executionId,
      value: encodeRecord('ExecutionCancelRequested', {
        ...{ executionId, workspaceId, requestedAt: now },
        reason: 'The run that waited for it was stopped',
      }),
      headers: { [headers.eventType]: 'ExecutionCancelRequested' },
    });
  }
}

/** The data of an order that tells a parent of its child's end. */
export function childEndText(
  executionId: string,
  { status, finalOutput, error }: Pick<ExecutionEnd, 'status' | 'finalOutput' | 'error'>,
): string {
  const reason = error && { code: error.code, message: error.message };
  return `{"executionId":"${executionId}","status":"${status}","error":${JSON.stringify(reason)},"output":${finalOutput ?? 'null'}}`;
}
