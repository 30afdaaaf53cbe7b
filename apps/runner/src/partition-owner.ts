/**
 * One claimed partition: its queue of requests, the executions that run, its low watermark. Exists from a successful takeover
 * until the partition is lost; after that nothing it does reaches the ledger's truth.
 */
import type { ExecutionRequested } from '@libs/contracts';
import { newHistory, type ExecutionHistory } from '@libs/execution';
import type { LedgerWriter } from './ledger-writer.js';
import type { LiveExecution } from './live-execution.js';
import { LowWatermark, type LedgerPlace, type Watermark } from './low-watermark.js';
import type { QueuedRequest, RequestQueue } from './request-queue.js';
import type { Takeover } from './takeover.js';

/** Ids of recently ended executions kept to recognise a request that was sent twice. */
const rememberedEnds = 5_000;

export interface AdmittedRequest {
  readonly queued: QueuedRequest;
  readonly history: ExecutionHistory;
}

export class PartitionOwner {
  readonly executions = new Map<string, LiveExecution>();
  readonly lost = new AbortController();
  readonly #watermark: LowWatermark;
  readonly #queuedIds = new Set<string>();
  /** Ended before the takeover: kept until their request is read again, however many they are. */
  readonly #endedBefore: Set<string>;
  /** Ended here, the last ones only. */
  readonly #ended = new Set<string>();
  readonly #cancelReasons = new Map<string, string>();
  #tailOffset: number;

  constructor(
    readonly writer: LedgerWriter,
    readonly queue: RequestQueue,
    private readonly takeover: Takeover,
  ) {
    this.#watermark = new LowWatermark(takeover.requestsFrom, takeover.place);
    this.#tailOffset = takeover.claimOffset + 1;
    this.#endedBefore = new Set(takeover.ended);
  }

  get frozenCount(): number {
    return this.takeover.frozen.size;
  }

  get partition(): number {
    return this.writer.partition;
  }

  /** The own tail has come to this offset of the ledger partition. */
  advanceTail(nextOffset: number): void {
    this.#tailOffset = nextOffset;
  }

  /** Offset up to which the own tail has come. */
  get tailOffset(): number {
    return this.#tailOffset;
  }

  /** Takes a request in; one that is known already only moves the watermark. */
  admit(queued: QueuedRequest): void {
    const { executionId } = queued.request;
    this.#watermark.admit(queued.offset, this.#placeOf(queued.offset));
    // A frozen execution stays open: the watermark waits for an engine that understands it.
    if (this.takeover.frozen.has(executionId)) return;
    if (this.#endedBefore.delete(executionId)) this.#remember(executionId);
    if (
      this.#ended.has(executionId) ||
      this.executions.has(executionId) ||
      this.#queuedIds.has(executionId)
    ) {
      this.#watermark.settle(queued.offset);
      return;
    }
    this.#queuedIds.add(executionId);
    this.queue.push(queued);
  }

  /** A record that is no request (garbage): passed over. */
  skip(offset: number): void {
    this.#watermark.admit(offset, this.#placeOf(offset));
    this.#watermark.settle(offset);
  }

  /**
   * Where a later takeover must begin to fold, should this be the oldest open request then. Until the requests that had begun before
   * the takeover are passed, that is where this takeover began: any of them may have events since there.
   */
  #placeOf(requestOffset: number): LedgerPlace {
    if (requestOffset <= this.takeover.lastBegunOffset) return this.takeover.place;
    return { offset: this.#tailOffset, claimOffset: this.writer.claimOffset };
  }

  /** Next request to run, with what the ledger knows of it. */
  next(): AdmittedRequest | undefined {
    const queued = this.queue.shift();
    if (queued === undefined) return undefined;
    const { executionId } = queued.request;
    return {
      queued,
      history: this.takeover.unfinished.get(executionId) ?? newHistory(executionId),
    };
  }

  run(execution: LiveExecution): void {
    const { executionId } = execution.request;
    this.#queuedIds.delete(executionId);
    this.executions.set(executionId, execution);
    execution.start();
    const reason = this.#cancelReasons.get(executionId);
    if (reason !== undefined) execution.stop({ kind: 'cancelled', reason });
  }

  /** The request's execution has ended durably, or turns out to have ended before. */
  settle(request: ExecutionRequested, offset: number): void {
    const { executionId } = request;
    this.executions.delete(executionId);
    this.#queuedIds.delete(executionId);
    this.#cancelReasons.delete(executionId);
    this.#remember(executionId);
    this.#watermark.settle(offset);
  }

  #remember(executionId: string): void {
    this.#ended.add(executionId);
    const oldest =
      this.#ended.size > rememberedEnds ? this.#ended.values().next().value : undefined;
    if (oldest !== undefined) this.#ended.delete(oldest);
  }

  cancel(executionId: string, reason: string): void {
    const execution = this.executions.get(executionId);
    if (execution !== undefined) execution.stop({ kind: 'cancelled', reason });
    else if (!this.#ended.has(executionId) && !this.#endedBefore.has(executionId)) {
      this.#cancelReasons.set(executionId, reason);
      const oldest =
        this.#cancelReasons.size > rememberedEnds
          ? this.#cancelReasons.keys().next().value
          : undefined;
      if (oldest !== undefined) this.#cancelReasons.delete(oldest);
    }
  }

  /** Ends what is past its deadline. */
  stopOverdue(now: number): void {
    for (const execution of this.executions.values()) {
      if (execution.request.deadlineAt !== null && execution.request.deadlineAt <= now)
        execution.stop({ kind: 'timeout' });
    }
  }

  watermark(): Watermark {
    return this.#watermark.current();
  }

  abandon(): void {
    this.lost.abort();
    for (const execution of this.executions.values()) execution.abandon();
    this.executions.clear();
  }
}
