/**
 * One execution while it runs here. Owns its history and frontier; turns decisions into ledger events and effects.
 * Guarantees: a block with a recorded result never starts again; an effect starts only after the results it depends on are
 * durable and while this process surely owns the partition (design.md 3.2, 3.4). Does not know where requests come from.
 */
import type { BlockOutcome, CompiledWorkflow, EffectBlock, EffectContext } from '@libs/blocks';
import { logIdOf, type ExecutionRequested, type RecordTypes } from '@libs/contracts';
import {
  createFrontier,
  createScope,
  endingOf,
  evolve,
  isFatal,
  routeOutcome,
  type ExecutionEvent,
  type ExecutionHistory,
  type ExecutionScope,
  type Frontier,
  type SecretValues,
  type Stop,
} from '@libs/execution';
import {
  blockCompleted,
  blockOf,
  bounded,
  crashed,
  maskedText,
  type DescribedBlock,
} from './block-events.js';
import { engineVersion } from './engine-version.js';
import { executionCost } from './execution-cost.js';
import type { LedgerWriter } from './ledger-writer.js';
import { OutputStream } from './output-stream.js';

export interface ExecutionPorts {
  readonly writer: LedgerWriter;
  readonly effects: Omit<EffectContext, 'idempotencyKey' | 'signal' | 'onAttemptFailed'>;
  readonly secrets: SecretValues;
  /** What every execution costs, besides its blocks. */
  readonly baseChargeUsd: number;
  /** Resolves when effects may start; rejects when the partition is lost. */
  readonly mayStartEffects: () => Promise<void> | null;
  /** The terminal event is durable. */
  readonly onEnded: (status: string) => void;
  /** The ledger refused an event: this writer can't go on with the partition. */
  readonly onAppendFailed: (error: unknown) => void;
}

type EventData<T extends ExecutionEvent['type']> = Omit<
  RecordTypes[T],
  'executionId' | 'sequence' | 'occurredAt'
>;

export class LiveExecution {
  readonly #frontier: Frontier;
  readonly #scope: ExecutionScope;
  readonly #abort = new AbortController();
  #running = 0;
  #durable: Promise<unknown> = Promise.resolve();
  #isDurable = true;
  #stop: Stop | null = null;
  #failed = false;
  #abandoned = false;

  constructor(
    readonly request: ExecutionRequested,
    private readonly requestOffset: number,
    private readonly traceparent: string | null,
    private readonly workflow: CompiledWorkflow,
    private readonly history: ExecutionHistory,
    private readonly ports: ExecutionPorts,
  ) {
    this.#frontier = createFrontier(workflow.graph, workflow.triggerIndex);
    this.#scope = createScope(workflow, history, ports.secrets);
  }

  /** Begins, or goes on at the first blocks without a recorded result. */
  start(): void {
    if (this.history.started === null) this.#appendStarted();
    this.#frontier.settle(this.workflow.triggerIndex, ['out']);
    for (const result of this.history.results.values()) {
      const index = this.workflow.graph.indexOf.get(result.blockId);
      if (index !== undefined) this.#frontier.settle(index, result.ports);
      this.#failed ||= isFatal(result);
    }
    this.#advance();
  }

  /** Ends the execution as soon as nothing of it is in flight; calls in flight are aborted. */
  stop(stop: Stop): void {
    if (this.#stop !== null || this.history.ended !== null) return;
    this.#stop = stop;
    this.#abort.abort();
    this.#advance();
  }

  /** The partition belongs to somebody else: nothing more is written, calls in flight are aborted. */
  abandon(): void {
    this.#abandoned = true;
    this.#abort.abort();
  }

  #append<T extends ExecutionEvent['type']>(type: T, data: EventData<T>): void {
    const event = {
      executionId: this.history.executionId,
      sequence: this.history.lastSequence + 1,
      occurredAt: this.ports.effects.now(),
      ...data,
    } as unknown as RecordTypes[T];
    const acknowledged = this.ports.writer.append(type, event, this.traceparent);
    this.#isDurable = false;
    this.#durable = acknowledged;
    acknowledged.then(
      () => {
        if (this.#durable === acknowledged) this.#isDurable = true;
      },
      (error: unknown) => {
        if (!this.#abandoned) this.ports.onAppendFailed(error);
      },
    );
    evolve(this.history, { type, data: event } as unknown as ExecutionEvent);
  }

  #appendStarted(): void {
    const { executionId: _, mode: __, repeat: ___, ...request } = { mode: null, ...this.request };
    this.#append('ExecutionStarted', {
      ...request,
      requestOffset: this.requestOffset,
      engineVersion,
    });
  }

  /** Runs whatever is ready; ends the execution when nothing is ready and nothing runs. */
  #advance(): void {
    if (this.#abandoned || this.history.ended !== null) return;
    while (!this.#isStopping()) {
      const ready = this.#frontier.takeReady();
      if (ready.length === 0) break;
      for (const index of ready) {
        if (this.#isStopping()) break;
        const block = this.workflow.blocks[index];
        if (block === undefined) continue;
        if (block.role === 'effect') this.#startEffect(index, block);
        else
          this.#settle(
            index,
            this.ports.effects.now(),
            crashed(() => block.evaluate(this.#scope)),
          );
      }
    }
    if (this.#running === 0) this.#end();
  }

  /** Nothing more of this execution is recorded here but its end. */
  #isOver(): boolean {
    return this.#abandoned || this.#stop !== null;
  }

  #isStopping(): boolean {
    return this.#stop !== null || this.#failed;
  }

  #settle(index: number, startedAt: number, raw: BlockOutcome): void {
    const outcome = bounded(raw, this.#scope);
    const route = routeOutcome(this.workflow, index, outcome);
    const data = blockCompleted(
      blockOf(this.workflow, index),
      startedAt,
      this.ports.effects.now(),
      outcome,
      route,
      this.#scope,
    );
    this.#append('BlockCompleted', data);
    this.#failed ||= isFatal(data);
    this.#frontier.settle(index, data.ports);
  }

  #startEffect(index: number, block: EffectBlock): void {
    this.#running += 1;
    void this.#performEffect(index, block).finally(() => {
      this.#running -= 1;
      this.#advance();
    });
  }

  async #performEffect(index: number, block: EffectBlock): Promise<void> {
    try {
      if (!this.#isDurable && this.history.results.size > 0) await this.#durable;
      const alive = this.ports.mayStartEffects();
      if (alive !== null) await alive;
    } catch {
      return;
    }
    if (this.#abandoned || this.#stop !== null) return;
    const startedAt = this.ports.effects.now();
    const described = blockOf(this.workflow, index);
    this.#append('BlockStarted', { ...described, input: null });
    const stream = this.#outputStream(described);
    const outcome = await crashed(() =>
      block.perform(this.#scope, {
        ...this.ports.effects,
        ...(stream !== null && { onOutputText: stream.push.bind(stream) }),
        idempotencyKey: `${this.history.executionId}:${described.blockId}:${described.iteration}`,
        signal: this.#abort.signal,
        onAttemptFailed: (attempt) => {
          if (this.#abandoned || this.#stop !== null) return;
          const message = maskedText(attempt.message, this.#scope);
          this.#append('BlockAttemptFailed', { ...described, ...attempt, message });
        },
      }),
    );
    // What an aborted call came to is not a result: the new owner, or nobody, runs the block again.
    if (this.#isOver()) {
      stream?.abandon();
      return;
    }
    stream?.end();
    this.#settle(index, startedAt, outcome);
  }

  /** In a chat somebody reads along. */
  #outputStream(described: DescribedBlock): OutputStream | null {
    if (this.request.trigger !== 'chat') return null;
    return new OutputStream(this.#scope.revealed, (text, attemptNumber) => {
      if (this.#isOver()) return;
      this.#append('BlockOutputStreamed', { ...described, attemptNumber, text });
    });
  }

  #end(): void {
    const { started } = this.history;
    if (started === null) return;
    const ending = endingOf(this.workflow, this.history, this.#stop);
    const endedAt = this.ports.effects.now();
    this.#append('ExecutionCompleted', {
      workspaceId: started.workspaceId,
      accountId: started.accountId,
      workflowId: started.workflowId,
      workflowName: started.workflowName,
      deploymentVersion: started.deploymentVersion,
      definitionHash: started.definitionHash,
      trigger: started.trigger,
      triggerBlockId: started.triggerBlockId,
      logId: logIdOf(started.executionId),
      startedAt: started.requestedAt,
      endedAt,
      totalDurationMs: Math.max(0, endedAt - started.requestedAt),
      cost: executionCost(this.history.results.values(), this.ports.baseChargeUsd),
      files: null,
      ...ending,
    });
    this.#durable.then(
      () => this.ports.onEnded(ending.status),
      () => undefined,
    );
  }
}
