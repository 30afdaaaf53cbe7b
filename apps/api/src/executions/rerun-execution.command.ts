import { maxEventPayloadBytes } from '@libs/contracts';
import type { EventLog } from '@libs/event-log';
import {
  loadWorkflowVersion,
  type AccountLimits,
  type Database,
  type Plan,
} from '@libs/persistence';
import { DATABASE, EVENT_LOG, ReadModelProgress } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ApiError, notFound } from '../errors/index.js';
import { carriedResults, type RecordedBlock } from './carried-results.js';
import { DraftTargets, wholeDraft } from './draft-targets.js';
import { untilProjected } from './execution-events.js';
import type { RerunBody } from './execution.schemas.js';
import { ExecutionStarter, type StartOptions } from './execution-starter.js';
import type { RequestContext } from './request-context.js';
import { recordedBlocksSql, rerunSourceSql } from './execution.sql.js';
import { rerunInput } from './rerun-input.js';

/** Most time that the read model gets to catch up with the ledger. */
const patienceMs = 2_000;

/** What a rerun changes. */
export type RerunChanges = RerunBody;
export const fromStart: RerunChanges = { useDraft: false };

/**
 * Runs an ended execution again, as a new execution: with its version and input, or with the draft
 * or another input. It starts at the start or at a block. Results not downstream of that block are
 * carried in the new execution's first event. The old execution is unchanged. Credentials in the
 * input's headers stay encrypted from ledger to ledger.
 */
export class RerunExecution extends Command<string> {
  /** @param rerunOf id of the ended execution, in lower case */
  constructor(
    readonly workspaceId: string,
    readonly rerunOf: string,
    readonly changes: RerunChanges,
    readonly context: RequestContext,
  ) {
    super();
  }
}

interface Row {
  workflow_id: string;
  workflow_name: string;
  workspace_id: string;
  account_id: string;
  deployment_version: number;
  definition_hash: string;
  ended_at: Date | null;
  trigger_block_id: string;
  /** Null when the version that ran is gone. */
  trigger_type: string | null;
  input: string;
  plan: Plan;
  limits: AccountLimits;
  is_suspended: boolean;
}

type Rerun = Pick<StartOptions, 'target' | 'carried'> & Pick<Row, 'trigger_type'>;

@CommandHandler(RerunExecution)
export class RerunExecutionHandler implements ICommandHandler<RerunExecution> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionStarter) private readonly starter: ExecutionStarter,
    @Inject(DraftTargets) private readonly drafts: DraftTargets,
    @Inject(EVENT_LOG) private readonly eventLog: EventLog,
    @Inject(ReadModelProgress) private readonly progress: ReadModelProgress,
  ) {}

  /**
   * @returns the new execution's id
   * @throws ApiError 404 for an unknown execution, 409 for an unended one, and any error of a start
   */
  async execute(command: RerunExecution): Promise<string> {
    const { workspaceId, rerunOf, changes, context } = command;
    const row = await this.#ended(rerunOf, workspaceId);
    if (row.deployment_version < 0 && !changes.useDraft) {
      // Its pinned outputs are not kept, so the blocks that they replaced would run.
      const message =
        'This was a run of the draft. Run the draft again, or rerun it with "useDraft": true';
      throw new ApiError(422, 'INVALID_REQUEST', message);
    }
    const { trigger_type: triggerType, ...rerun } = changes.useDraft
      ? await this.#ofDraft(row, rerunOf, changes)
      : await this.#ofVersion(row, rerunOf, changes.fromBlockId ?? null);
    const { executionId } = await this.starter.start({
      ...rerun,
      ...{ rerunOf, trigger: 'manual', mode: 'async' },
      quiet: changes.useDraft && changes.webhooks !== true,
      input: await rerunInput(row.input, changes.input, triggerType),
      ...context,
    });
    return executionId;
  }

  /** A caller who just got its answer may be ahead of the read model. */
  async #ended(executionId: string, workspaceId: string): Promise<Row> {
    const read = async (): Promise<Row | undefined> =>
      (await this.database.pool.query<Row>(rerunSourceSql, [executionId, workspaceId])).rows[0];
    let row = await read();
    if (row?.ended_at == null) {
      const patience = AbortSignal.timeout(patienceMs);
      await untilProjected(this.eventLog, this.progress, executionId, patience);
      row = await read();
    }
    if (row === undefined) throw notFound('execution');
    if (row.ended_at === null)
      throw new ApiError(409, 'CONFLICT', 'The execution has not ended yet');
    return row;
  }

  async #ofDraft(
    row: Row,
    rerunOf: string,
    { fromBlockId, onlyBlockId, usePins = false }: RerunChanges,
  ): Promise<Rerun> {
    const { workflow_id: workflowId, workspace_id: workspaceId, input } = row;
    const sizeBytes = Buffer.byteLength(input);
    const request = { ...wholeDraft, usePins, sizeBytes, onlyBlockId: onlyBlockId ?? null };
    const begin = fromBlockId ?? onlyBlockId;
    const recorded =
      begin === undefined ? null : { fromBlockId: begin, blocks: await this.#recorded(rerunOf) };
    const draft = await this.drafts.of(workflowId, workspaceId, {
      ...request,
      ...(recorded !== null && { recorded }),
    });
    return { ...draft, trigger_type: draft.target.triggerType };
  }

  async #ofVersion(row: Row, rerunOf: string, fromBlockId: string | null): Promise<Rerun> {
    const carried = fromBlockId === null ? null : await this.#carried(row, rerunOf, fromBlockId);
    const target = {
      workflowId: row.workflow_id,
      workflowName: row.workflow_name,
      workspaceId: row.workspace_id,
      accountId: row.account_id,
      plan: row.plan,
      accountLimits: row.limits,
      isSuspended: row.is_suspended,
      version: row.deployment_version,
      definitionHash: row.definition_hash,
      triggerBlockId: row.trigger_block_id,
    };
    return { target, carried, trigger_type: row.trigger_type };
  }

  /** JSON text of the carried results. */
  async #carried(row: Row, executionId: string, fromBlockId: string): Promise<string> {
    const { pool } = this.database;
    const version = await loadWorkflowVersion(pool, row.workflow_id, row.deployment_version);
    const recorded = await this.#recorded(executionId);
    const carried = version && carriedResults(version.definition, fromBlockId, recorded);
    if (carried === null) {
      const message = `The executed version has no block "${fromBlockId}" at top level`;
      throw new ApiError(422, 'INVALID_REQUEST', message);
    }
    const text = JSON.stringify(carried);
    if (Buffer.byteLength(text) + Buffer.byteLength(row.input) > maxEventPayloadBytes)
      throw new ApiError(413, 'BODY_TOO_LARGE', 'The results to reuse are too large');
    return text;
  }

  async #recorded(executionId: string): Promise<readonly RecordedBlock[]> {
    const { rows } = await this.database.pool.query<RecordedBlock>(recordedBlocksSql, [
      executionId,
    ]);
    return rows;
  }
}
