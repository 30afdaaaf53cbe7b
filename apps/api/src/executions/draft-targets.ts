/**
 * Prepares a run of a draft: checks the blocks that it can reach, and freezes the draft, cut to
 * these blocks, as a snapshot that the runner loads like a version.
 */
import {
  contentHashOf,
  definitionChecks,
  partialRun,
  type PartialRun,
  type PartialRunRequest,
  partialRunProblems,
  triggerIndexOf,
} from '@libs/blocks';
import { maxEventPayloadBytes } from '@libs/contracts';
import { ownTurn, runInTurns } from '@libs/event-loop';
import type { CarriedResult } from '@libs/execution';
import {
  type Database,
  maxSnapshots,
  snapshotDraft,
  TooManySnapshotsError,
} from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { DefinitionProblem, WorkflowDefinition } from '@libs/workflow';
import { Inject, Injectable } from '@nestjs/common';
import { validate } from 'uuid';
import { ApiError, notFound } from '../errors/index.js';
import { noPins, storedPins, type StoredPins } from '../pins/index.js';
import { carriedResults, type RecordedBlock } from './carried-results.js';
import { type DeployedTarget, targetOf, type TargetRow } from './execution-target.js';
import { draftTargetSql } from './execution.sql.js';

export interface DraftTarget {
  readonly target: DeployedTarget;
  /** JSON text of the pinned outputs; null without any. */
  readonly carried: string | null;
}

export interface DraftRequest extends PartialRunRequest {
  /** Size of the request with the pinned outputs. */
  readonly sizeBytes: number;
  /** Whether the stored pins of the workflow are taken too; those of the request come first. */
  readonly usePins: boolean;
  /** For a rerun from a block: results of the earlier execution that may be taken over. */
  readonly recorded?: { readonly fromBlockId: string; readonly blocks: readonly RecordedBlock[] };
}

export const wholeDraft: DraftRequest = {
  pinned: {},
  toBlockId: null,
  onlyBlockId: null,
  sizeBytes: 0,
  usePins: false,
};

type Row = Omit<TargetRow, 'version' | 'content_hash' | 'definition'> & {
  readonly draft: WorkflowDefinition;
};

/** More do not help the caller. */
const maxProblems = 100;

function unfit(problems: readonly DefinitionProblem[]): ApiError {
  const [first] = problems;
  const place =
    first === undefined
      ? ''
      : `: ${first.blockId === null ? '' : `block "${first.blockId}", `}${first.field}: ${first.message}`;
  const message = `The draft can not run: blocks that this run reaches have problems${place}`;
  return new ApiError(422, 'INVALID_WORKFLOW', message, problems.slice(0, maxProblems));
}

function crowded(error: unknown): never {
  if (!(error instanceof TooManySnapshotsError)) throw error;
  const message = `As many as ${maxSnapshots} different drafts of this workflow are still running. Wait until some end, or cancel them`;
  throw new ApiError(429, 'QUOTA_EXCEEDED', message, undefined, { 'retry-after': '60' });
}

@Injectable()
export class DraftTargets {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  /**
   * @throws ApiError 404 for a workflow of another workspace; 413 for too much pinned data; 422
   * with the problems of the blocks that the run can reach, or of the request
   */
  async of(workflowId: string, workspaceId: string, request: DraftRequest): Promise<DraftTarget> {
    if (!validate(workflowId)) throw notFound('workflow');
    const { pool } = this.database;
    const { rows } = await pool.query<Row>(draftTargetSql, [workflowId, workspaceId]);
    const [row] = rows;
    if (row === undefined) throw notFound('workflow');
    const pins = request.usePins ? await storedPins(pool, workflowId, row.draft) : noPins;
    const { definition, carried } = await prepared(row.draft, withPins(request, pins));
    const contentHash = contentHashOf(definition);
    const content = { definition, contentHash };
    const version = await snapshotDraft(
      pool,
      { workflowId: row.workflow_id, workspaceId },
      content,
    ).catch(crowded);
    const target = targetOf({ ...row, version, content_hash: contentHash, definition }, null);
    if (target === null) throw notFound('trigger block of the draft');
    return { target, carried };
  }
}

/** The block that the run is about runs, although it is pinned: its author asked for that. */
function withPins(request: DraftRequest, { outputs, bytes }: StoredPins): DraftRequest {
  const { toBlockId, onlyBlockId, recorded } = request;
  const asked = [toBlockId, onlyBlockId, recorded?.fromBlockId];
  const kept = Object.entries(outputs).filter(([blockId]) => !asked.includes(blockId));
  const pinned = { ...Object.fromEntries(kept), ...request.pinned };
  return { ...request, pinned, sizeBytes: request.sizeBytes + bytes };
}

async function prepared(
  draft: WorkflowDefinition,
  request: DraftRequest,
): Promise<Pick<DraftTarget, 'carried'> & { readonly definition: WorkflowDefinition }> {
  const checked = await runInTurns(definitionChecks(draft));
  const whole = checked.ok ? checked.definition : checked.readable;
  if (whole === null || triggerIndexOf(whole) < 0) throw unfit(checked.ok ? [] : checked.problems);
  const takenOver = takenOverOf(whole, request);
  const run = partialRun(whole, { ...request, takenOver });
  if (!run.ok) {
    const [first] = run.refused;
    const message = `This part of the draft can not run: ${first?.field ?? ''}: ${first?.message ?? ''}`;
    throw new ApiError(422, 'INVALID_REQUEST', message, run.refused);
  }
  const problems = checked.ok ? [] : await runInTurns(partialRunProblems(run, checked.problems));
  if (problems.length > 0) throw unfit(problems);
  // A trial neither waits for the executions of the deployed version nor holds them up.
  const { concurrency: _, ...definition } = run.definition;
  await ownTurn(request.sizeBytes);
  return { definition, carried: carriedText(run, takenOver, request.sizeBytes) };
}

/** @throws ApiError 422 when the draft has no such block */
function takenOverOf(
  draft: WorkflowDefinition,
  { recorded, pinned }: Pick<DraftRequest, 'recorded' | 'pinned'>,
): readonly CarriedResult[] {
  if (recorded === undefined) return [];
  const { fromBlockId, blocks } = recorded;
  const results = carriedResults(draft, fromBlockId, blocks);
  if (results !== null) return results.filter(({ blockId }) => !Object.hasOwn(pinned, blockId));
  const message = `The draft has no block "${fromBlockId}" at top level`;
  throw new ApiError(422, 'INVALID_REQUEST', message);
}

function carriedText(
  { pinned }: PartialRun,
  takenOver: readonly CarriedResult[],
  sizeBytes: number,
): string | null {
  const given = pinned.map(({ blockId, ports, output }): CarriedResult => ({
    ...{ blockId, ports, iteration: '' },
    output: JSON.stringify(output),
  }));
  if (takenOver.length + given.length === 0) return null;
  const text = JSON.stringify([...takenOver, ...given]);
  const ownBytes = given.reduce((sum, { output }) => sum + Buffer.byteLength(output), 0);
  const inputBytes = Math.max(0, sizeBytes - ownBytes);
  if (Buffer.byteLength(text) + inputBytes <= maxEventPayloadBytes) return text;
  const message = 'The outputs that this run takes over are too large. Pin fewer, or shorter ones';
  throw new ApiError(413, 'BODY_TOO_LARGE', message);
}
