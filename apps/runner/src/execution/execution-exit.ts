/**
 * How an execution leaves this process. Its last event here is its end or its pause, which is
 * reported once it is durable.
 */
import { maxEventPayloadBytes } from '@libs/contracts';
import { endingOf, parkedLengthAtLeast, parkedStateOf, type Stop } from '@libs/execution';
import { executionEnd } from './execution-boundaries.js';
import type { ExecutionContext } from './execution-context.js';

export class ExecutionExit {
  #closed = false;

  constructor(private readonly context: ExecutionContext) {}

  /** Whether its last event in this process is appended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** @returns null when it parks, else the failure: its state exceeds the size limit */
  park(awaitsSlot: boolean): Stop | null {
    const { workflow, history, recorder, waits, origin } = this.context;
    // The state is too large to keep, so it is not serialized.
    const isLarge = parkedLengthAtLeast(history, workflow.assigners) > maxEventPayloadBytes;
    const state = isLarge
      ? null
      : parkedStateOf(history, origin.traceparent, workflow.assigners, awaitsSlot);
    if (state === null || Buffer.byteLength(state) > maxEventPayloadBytes) {
      const message = `What the blocks gave so far has more than ${maxEventPayloadBytes} bytes: too much to wait with`;
      this.context.onTooLarge('STATE_TOO_LARGE');
      return { kind: 'failed', code: 'STATE_TOO_LARGE', message };
    }
    this.#closed = true;
    const { workspaceId = '' } = history.started ?? {};
    recorder.append('ExecutionParked', { workspaceId, state, ...waits.parked() });
    this.#whenDurable((nextOffset) => this.context.onParked(nextOffset));
    return null;
  }

  end(stop: Stop | null): void {
    const { workflow, history, recorder, effects, baseChargeUsd } = this.context;
    const { started } = history;
    if (started === null) return;
    const ending = endingOf(workflow, history, stop);
    const end = executionEnd(history, started, ending, effects.now(), baseChargeUsd);
    this.#closed = true;
    recorder.append('ExecutionCompleted', end);
    this.#whenDurable(() => this.context.onEnded(end));
  }

  #whenDurable(then: (nextOffset: number) => void): void {
    this.context.recorder.pending()?.then(
      (position) => then((position?.offset ?? -1) + 1),
      () => undefined,
    );
  }
}
