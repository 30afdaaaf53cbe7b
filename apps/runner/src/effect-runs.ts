/** Blocks that touch the outside world: begun in the ledger, performed once what they depend on is durable, retried. */
import type { BlockOutcome, EffectBlock, RetryLater } from '@libs/blocks';
import { maskText, placeKey, type StepPlace } from '@libs/execution';
import { blockOf, crashed, type DescribedBlock } from './block-events.js';
import { OutputStream } from './output-stream.js';
import { mayAct, undurableResults, type RunSurroundings } from './run-surroundings.js';

export class EffectRuns {
  constructor(private readonly here: RunSurroundings) {}

  /** Its next try is too far away to sleep until then: it waits. @param within ms that may be slept through */
  backsOff(place: StepPlace, within: number): boolean {
    const described = blockOf(this.here.workflow, place);
    const retryAt = this.here.history.open.get(placeKey(described))?.retryAt ?? null;
    // A back-off goes on where it was when its owner was lost.
    if (retryAt === null || retryAt <= this.here.ports.effects.now() + within) return false;
    this.#awaitRetry(place, described);
    return true;
  }

  async perform(place: StepPlace, block: EffectBlock): Promise<void> {
    if (this.here.isOver()) return;
    const described = blockOf(this.here.workflow, place);
    const { history, ports, recorder, scope, signal } = this.here;
    const key = placeKey(described);
    const earlierAttempts = history.open.get(key)?.attempts ?? 0;
    const results = undurableResults(this.here);
    // Into the same flush as those results: a flush of its own would hold up that of the effect's result.
    if (earlierAttempts === 0) recorder.append('BlockStarted', { ...described, input: null });
    if (!(await mayAct(this.here, results))) return;
    const startedAt = ports.effects.now();
    const { executionId } = history;
    const stream = this.#outputStream(described);
    const outcome = await crashed<BlockOutcome | RetryLater>(() =>
      block.perform(scope.at(place.iteration), {
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
    // What an aborted call came to is not a result: the new owner, or nobody, runs the block again.
    if (this.here.isOver()) {
      stream?.abandon();
      return;
    }
    stream?.end();
    if ('kind' in outcome) this.#awaitRetry(place, described);
    else this.here.settle(place, startedAt, outcome);
  }

  #awaitRetry(place: StepPlace, { blockId, ...described }: DescribedBlock): void {
    const open = this.here.history.open.get(placeKey({ blockId, ...described }));
    if (open === undefined) return;
    const { waitId, retryAt: dueAt } = open;
    const wait = { index: place.index, iteration: place.iteration, blockId };
    this.here.waits.add({ ...wait, kind: 'retry', dueAt, waitId, childExecutionId: null });
  }

  /** In a chat somebody reads along. */
  #outputStream(described: DescribedBlock): OutputStream | null {
    const { history, recorder, scope } = this.here;
    if (history.started?.trigger !== 'chat') return null;
    return new OutputStream(scope.revealed, (text, attemptNumber) => {
      if (this.here.isOver()) return;
      recorder.append('BlockOutputStreamed', { ...described, attemptNumber, text });
    });
  }
}
