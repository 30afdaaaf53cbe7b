/** How an execution leaves this process: its last event here says that it ended or that it parks, and is told once it is durable. */
import type { CompiledWorkflow } from '@libs/blocks';
import { maxEventPayloadBytes } from '@libs/contracts';
import {
  endingOf,
  parkedLengthAtLeast,
  parkedStateOf,
  type ExecutionHistory,
  type Stop,
} from '@libs/execution';
import { executionEnd } from './execution-boundaries.js';
import type { ExecutionPorts } from './execution-ports.js';
import type { ExecutionRecorder } from './execution-recorder.js';
import type { PendingWaits } from './pending-waits.js';

interface Surroundings {
  readonly workflow: CompiledWorkflow;
  readonly history: ExecutionHistory;
  readonly ports: ExecutionPorts;
  readonly recorder: ExecutionRecorder;
  readonly waits: PendingWaits;
  readonly traceparent: string | null;
}

export class ExecutionExit {
  #closed = false;

  constructor(private readonly here: Surroundings) {}

  /** Its last event here is appended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** @returns why it can not: the state would be larger than may be kept */
  park(awaitsTurn: boolean): Stop | null {
    const { workflow, history, ports, recorder, waits, traceparent } = this.here;
    // Nothing is made of what is not kept.
    const isLarge = parkedLengthAtLeast(history, workflow.assigners) > maxEventPayloadBytes;
    const state = isLarge
      ? null
      : parkedStateOf(history, traceparent, workflow.assigners, awaitsTurn);
    if (state === null || Buffer.byteLength(state) > maxEventPayloadBytes) {
      const message = `What the blocks gave so far has more than ${maxEventPayloadBytes} bytes: too much to wait with`;
      ports.onTooLarge('STATE_TOO_LARGE');
      return { kind: 'failed', code: 'STATE_TOO_LARGE', message };
    }
    this.#closed = true;
    const { workspaceId = '' } = history.started ?? {};
    recorder.append('ExecutionParked', { workspaceId, state, ...waits.parked() });
    this.#whenDurable((nextOffset) => ports.onParked(nextOffset));
    return null;
  }

  end(stop: Stop | null): void {
    const { workflow, history, ports, recorder } = this.here;
    const { started } = history;
    if (started === null) return;
    const ending = endingOf(workflow, history, stop);
    const end = executionEnd(history, started, ending, ports.effects.now(), ports.baseChargeUsd);
    this.#closed = true;
    recorder.append('ExecutionCompleted', end);
    this.#whenDurable(() => ports.onEnded(end));
  }

  #whenDurable(then: (nextOffset: number) => void): void {
    this.here.recorder.pending()?.then(
      (position) => then((position?.offset ?? -1) + 1),
      () => undefined,
    );
  }
}
