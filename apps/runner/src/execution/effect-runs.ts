/**
 * Blocks with outside effects: recorded as started, performed once the results they depend on are
 * durable, and retried.
 */
import type { BlockOutcome, EffectBlock, RetryLater } from '@libs/blocks';
import { maskText, addressKey, type StepAddress } from '@libs/execution';
import { blockOf, crashed, type DescribedBlock } from './block-events.js';
import { OutputStream } from './output-stream.js';
import { mayAct, undurableResults, type RunSurroundings } from './run-surroundings.js';

export class EffectRuns {
  constructor(private readonly here: RunSurroundings) {}

  /**
   * Records a wait when the next attempt is too far away to sleep until then.
   * @param within longest sleep, ms
   */
  backsOff(address: StepAddress, within: number): boolean {
    const described = blockOf(this.here.workflow, address);
    const retryAt = this.here.history.open.get(addressKey(described))?.retryAt ?? null;
    // A takeover continues the back-off that the earlier owner began.
    if (retryAt === null || retryAt <= this.here.ports.effects.now() + within) return false;
    this.#awaitRetry(address, described);
    return true;
  }

  async perform(address: StepAddress, block: EffectBlock): Promise<void> {
    if (this.here.isOver()) return;
    const described = blockOf(this.here.workflow, address);
    const { history, ports, recorder, scope, signal } = this.here;
    const key = addressKey(described);
    const earlierAttempts = history.open.get(key)?.attempts ?? 0;
    const results = undurableResults(this.here);
    // Shares the flush of those results. A separate flush would delay that of the effect's result.
    if (earlierAttempts === 0) recorder.append('BlockStarted', { ...described, input: null });
    if (!(await mayAct(this.here, results))) return;
    const startedAt = ports.effects.now();
    const { executionId } = history;
    const stream = this.#outputStream(described);
    const outcome = await crashed<BlockOutcome | RetryLater>(() =>
      block.perform(scope.at(address.iteration), {
        ...ports.effects,
        idempotencyKey: `${executionId}:${described.blockId}:${described.iteration}`,
        signal,
        earlierAttempts,
        firstStartedAt: history.open.get(key)?.startedAt ?? startedAt,
        ...(stream !== null && { onOutputText: stream.push.bind(stream) }),
        onAttemptFailed: (attempt) => {
          if (this.here.isOver()) return;
          const message = maskText(attempt.message, scope.revealed);
          recorder.append('BlockAttemptFailed', { ...described, ...attempt, message });
        },
      }),
    );
    // An aborted call has no result: the block runs again under a new owner, or never.
    if (this.here.isOver()) {
      stream?.abandon();
      return;
    }
    stream?.end();
    if ('kind' in outcome) this.#awaitRetry(address, described);
    else this.here.complete(address, startedAt, outcome);
  }

  #awaitRetry(address: StepAddress, { blockId, ...described }: DescribedBlock): void {
    const open = this.here.history.open.get(addressKey({ blockId, ...described }));
    if (open === undefined) return;
    const { waitId, retryAt: dueAt } = open;
    const wait = { index: address.index, iteration: address.iteration, blockId };
    this.here.waits.add({ ...wait, kind: 'retry', dueAt, waitId, childExecutionId: null });
  }

  /** Only for a chat trigger, where a reader follows the output. */
  #outputStream(described: DescribedBlock): OutputStream | null {
    const { history, recorder, scope } = this.here;
    if (history.started?.trigger !== 'chat') return null;
    return new OutputStream(scope.revealed, (text, attemptNumber) => {
      if (this.here.isOver()) return;
      recorder.append('BlockOutputStreamed', { ...described, attemptNumber, text });
    });
  }
}
