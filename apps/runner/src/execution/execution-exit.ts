/**
 * How an execution leaves this process. Its last event here is its end or its pause, which is
 * reported once it is durable.
 */
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

  /** Whether its last event in this process is appended. */
  get closed(): boolean {
    return this.#closed;
  }

  /** @returns null when it parks, else the failure: its state exceeds the size limit */
  park(awaitsSlot: boolean): Stop | null {
    const { workflow, history, ports, recorder, waits, traceparent } = this.here;
    // The state is too large to keep, so it is not serialized.
    const isLarge = parkedLengthAtLeast(history, workflow.assigners) > maxEventPayloadBytes;
    const state = isLarge
      ? null
      : parkedStateOf(history, traceparent, workflow.assigners, awaitsSlot);
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
