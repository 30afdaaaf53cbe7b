/**
 * Finds the approval a caller answers. An earlier block may announce an approval before it
 * begins, so the caller waits while the workflow may still reach it. Callers of one execution
 * share the lookups of that wait.
 */
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import { LRUCache } from 'lru-cache';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApiError, notFound } from '../errors/index.js';
import { ApprovalBlocks, type ApprovalBlock } from './approval-blocks.js';
import { approvalsSql } from './execution.sql.js';

interface Approval {
  readonly blockId: string;
  readonly iteration: string;
  /** Sequence of the event that began the wait; a resume command must name it. */
  readonly waitId: number;
  readonly isWaiting: boolean;
}

interface FoundApproval extends Approval {
  readonly workspaceId: string;
}

export interface ExecutionApprovals {
  readonly workspaceId: string;
  readonly workflowId: string;
  readonly version: number;
  readonly hasEnded: boolean;
  readonly begun: readonly Approval[];
}

export interface SoughtApproval {
  /** Null for a caller with a token, which proves more than a workspace does. */
  readonly workspaceId: string | null;
  isMeant(approval: Approval): boolean;
  /** Whether this block may become the approval that is meant. */
  mayBecome(block: ApprovalBlock): boolean;
}

type Row = Omit<ExecutionApprovals, 'begun'> & (Approval | { readonly blockId: null });

const patienceMs = 5_000;
const pollMs = 100;
/** Executions waited for per process; each is looked up ten times a second. */
const maxWaitedFor = 100;
const maxCallersOfOne = 50;

const crowded = (): ApiError =>
  new ApiError(
    429,
    'RATE_LIMITED',
    'Too many callers wait for approvals that have not started. Try again when the approval has started',
    undefined,
    { 'retry-after': '5' },
  );

@Injectable()
export class WaitingApprovals {
  /** One lookup serves every caller of the execution until the next lookup is due. */
  readonly #polls = new LRUCache<string, Promise<ExecutionApprovals | null>>({
    max: maxWaitedFor,
    ttl: pollMs,
    ttlResolution: 0,
  });
  /** Number of waiting callers, by execution. */
  readonly #callers = new Map<string, number>();

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(ApprovalBlocks) private readonly blocks: ApprovalBlocks,
  ) {}

  /**
   * @throws ApiError 404 without such an approval, 409 when several match, 429 when too many wait
   */
  async find(executionId: string, sought: SoughtApproval): Promise<FoundApproval> {
    const deadline = performance.now() + patienceMs;
    const found = await this.#look(executionId, sought, this.#read(executionId));
    if (found !== null) return found;
    this.#enter(executionId);
    try {
      while (performance.now() < deadline) {
        await sleep(pollMs);
        const begun = await this.#look(executionId, sought, this.#poll(executionId));
        if (begun !== null) return begun;
      }
    } finally {
      this.#leave(executionId);
    }
    throw notFound('waiting approval');
  }

  #enter(executionId: string): void {
    const callers = this.#callers.get(executionId) ?? 0;
    if (callers >= maxCallersOfOne) throw crowded();
    if (callers === 0 && this.#callers.size >= maxWaitedFor) throw crowded();
    this.#callers.set(executionId, callers + 1);
  }

  #leave(executionId: string): void {
    const callers = (this.#callers.get(executionId) ?? 1) - 1;
    if (callers === 0) this.#callers.delete(executionId);
    else this.#callers.set(executionId, callers);
  }

  /** Null when the approval has not begun but may. */
  async #look(
    executionId: string,
    { workspaceId, isMeant, mayBecome }: SoughtApproval,
    read: Promise<ExecutionApprovals | null>,
  ): Promise<FoundApproval | null> {
    const approvals = await read;
    if (approvals === null || approvals.workspaceId !== (workspaceId ?? approvals.workspaceId))
      throw notFound('waiting approval');
    const meant = approvals.begun.filter(isMeant);
    const waiting = meant.filter(({ isWaiting }) => isWaiting);
    if (waiting.length > 1) {
      const message = 'Several approvals are waiting; choose one by blockId and iteration';
      throw new ApiError(409, 'CONFLICT', message);
    }
    const [found] = waiting.length === 1 ? waiting : meant;
    if (found !== undefined) return { ...found, workspaceId: approvals.workspaceId };
    const blocks = approvals.hasEnded ? [] : await this.blocks.of(approvals);
    if (!blocks.some(mayBecome)) throw notFound('waiting approval');
    return null;
  }

  #poll(executionId: string): Promise<ExecutionApprovals | null> {
    const known = this.#polls.get(executionId);
    if (known !== undefined) return known;
    const read = this.#read(executionId);
    this.#polls.set(executionId, read);
    return read;
  }

  /** Null when the execution is unknown. */
  async #read(executionId: string): Promise<ExecutionApprovals | null> {
    const { rows } = await this.database.pool.query<Row>(approvalsSql, [executionId]);
    const [first] = rows;
    if (first === undefined) return null;
    const { workspaceId, workflowId, version, hasEnded } = first;
    const begun = rows.filter((row) => row.blockId !== null);
    return { workspaceId, workflowId, version, hasEnded, begun };
  }
}
