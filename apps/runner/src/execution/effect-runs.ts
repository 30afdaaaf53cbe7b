/**
 * Blocks with outside effects: recorded as started, performed once the results they depend on are
 * durable, and retried.
 */
import type { BlockOutcome, EffectBlock, RetryLater } from '@libs/blocks';
import { maskText, addressKey, type StepAddress } from '@libs/execution';
import { blockOf, crashed, type DescribedBlock } from './block-events.js';
import { OutputStream } from './output-stream.js';
import { mayAct, undurableResults } from './block-recording.js';
import type { ExecutionContext } from './execution-context.js';
import { parkOrFail, permitOf } from './parking.js';

export class EffectRuns {
  constructor(private readonly context: ExecutionContext) {}

  /**
   * Records a wait when the next attempt is too far away to sleep until then.
   * @param within longest sleep, ms
   */
  backsOff(address: StepAddress, within: number): boolean {
    const described = blockOf(this.context.workflow, address);
    const retryAt = this.context.history.open.get(addressKey(described))?.retryAt ?? null;
    // A takeover continues the back-off that the earlier owner began.
    if (retryAt === null || retryAt <= this.context.effects.now() + within) return false;
    this.#awaitRetry(address, described);
    return true;
  }

  async perform(address: StepAddress, block: EffectBlock): Promise<void> {
    if (this.context.isOver()) return;
    const described = blockOf(this.context.workflow, address);
    const { history, effects, recorder, scope, signal } = this.context;
    const key = addressKey(described);
    const earlierAttempts = history.open.get(key)?.attempts ?? 0;
    const results = undurableResults(this.context);
    // After those results are sent, so that the call need not wait for it. With the result of a
    // fast call it shares a flush.
    if (earlierAttempts === 0) recorder.append('BlockStarted', { ...described, input: null });
    if (!(await mayAct(this.context, results))) return;
    const startedAt = effects.now();
    const { executionId } = history;
    const stream = this.#outputStream(described);
    const outcome = await crashed<BlockOutcome | RetryLater>(() =>
      block.perform(scope.at(address.iteration), {
        ...effects,
        idempotencyKey: `${executionId}:${described.blockId}:${described.iteration}`,
        signal,
        earlierAttempts,
        firstStartedAt: history.open.get(key)?.startedAt ?? startedAt,
        ...(stream !== null && { onOutputText: stream.push.bind(stream) }),
        onAttemptFailed: (attempt) => {
          if (this.context.isOver()) return;
          const message = maskText(attempt.message, scope.revealed);
          recorder.append('BlockAttemptFailed', { ...described, ...attempt, message });
        },
      }),
    );
    // An aborted call has no result: the block runs again under a new owner, or never.
    if (this.context.isOver()) {
      stream?.abandon();
      return;
    }
    stream?.end();
    if (!('kind' in outcome)) {
      this.context.complete(address, startedAt, outcome);
      return;
    }
    const park = (): void => this.#awaitRetry(address, described);
    parkOrFail(this.context, address, startedAt, await permitOf(this.context), park);
  }

  #awaitRetry(address: StepAddress, { blockId, ...described }: DescribedBlock): void {
    const open = this.context.history.open.get(addressKey({ blockId, ...described }));
    if (open === undefined) return;
    const { waitId, retryAt: dueAt } = open;
    const wait = { index: address.index, iteration: address.iteration, blockId };
    this.context.waits.add({ ...wait, kind: 'retry', dueAt, waitId, childExecutionId: null });
  }

  /** Only for a chat trigger, where a reader follows the output. */
  #outputStream(described: DescribedBlock): OutputStream | null {
    const { recorder, scope } = this.context;
    if (!this.#isChat()) return null;
    return new OutputStream(scope.revealed, (text, attemptNumber) => {
      if (this.context.isOver()) return;
      recorder.append('BlockOutputStreamed', { ...described, attemptNumber, text });
    });
  }

  /** A trial of a draft says `manual`, whatever begins it. */
  #isChat(): boolean {
    const { history, workflow } = this.context;
    const { trigger, triggerBlockId } = history.started ?? {};
    if (trigger !== 'manual') return trigger === 'chat';
    return workflow.definition.blocks.some(
      ({ id, type }) => id === triggerBlockId && type === 'chat',
    );
  }
}
