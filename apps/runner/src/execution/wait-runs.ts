/** Blocks that wait: for a time (slept through when short), for an answer, or for a child run. */
import {
  failed,
  secretInOutput,
  type BlockError,
  type BlockWait,
  type WaitingBlock,
} from '@libs/blocks';
import { childExecutionIdOf } from '@libs/contracts';
import { addressKey, type StepAddress } from '@libs/execution';
import { blockOf, crashed, textInTurns } from './block-events.js';
import { ChildRunError } from './child-runs.js';
import { mayAct, noteStarted } from './block-recording.js';
import type { ExecutionContext } from './execution-context.js';
import { mustWait } from './park-permit.js';
import { parkOrFail, permitOf } from './parking.js';

export class WaitRuns {
  /** @param run counts `act` as running until it is over */
  constructor(
    private readonly context: ExecutionContext,
    private readonly run: (act: () => Promise<void>) => void,
  ) {}

  /** @param shortMs longest wait that is slept through, because parking would take longer */
  begin(address: StepAddress, block: WaitingBlock, shortMs: number): void {
    const { workflow, history, effects, scope } = this.context;
    const begun = history.open.get(addressKey(blockOf(workflow, address)));
    const now = begun?.startedAt ?? effects.now();
    const wait = crashed(() => block.begin(scope.at(address.iteration), now));
    if ('ports' in wait) {
      this.context.complete(address, now, wait);
      return;
    }
    const leftMs = (wait.dueAt ?? Infinity) - effects.now();
    if (wait.kind === 'timer' && leftMs <= shortMs) {
      noteStarted(this.context, address, wait.input, now);
      this.run(() => this.#slept(address, block, now, leftMs));
      return;
    }
    const park = (): void => this.#park(address, wait, now, begun !== undefined);
    // A wait that an earlier owner began was permitted then.
    const answer = begun === undefined ? permitOf(this.context) : null;
    if (mustWait(answer))
      this.run(async () => parkOrFail(this.context, address, now, await answer, park));
    else parkOrFail(this.context, address, now, answer, park);
  }

  #park(address: StepAddress, wait: BlockWait, startedAt: number, hasBegun: boolean): void {
    const { workflow, history } = this.context;
    noteStarted(this.context, address, wait.input, startedAt);
    const described = blockOf(workflow, address);
    const { waitId = 0 } = history.open.get(addressKey(described)) ?? {};
    const { blockId, iteration } = described;
    const childExecutionId =
      wait.child === undefined ? null : childExecutionIdOf(history.executionId, blockId, iteration);
    const { kind, dueAt } = wait;
    this.context.waits.add({ ...address, blockId, kind, dueAt, waitId, childExecutionId });
    if (wait.child !== undefined && childExecutionId !== null && waitId > history.parkedSequence)
      this.run(() => this.#startedChild(address, wait, childExecutionId, waitId, hasBegun));
  }

  async #slept(
    address: StepAddress,
    block: WaitingBlock,
    startedAt: number,
    leftMs: number,
  ): Promise<void> {
    const { effects, signal } = this.context;
    await effects.sleep(Math.max(0, leftMs), signal);
    if (this.context.isOver()) return;
    const at = effects.now();
    this.context.complete(
      address,
      startedAt,
      crashed(() => block.wake({ reason: 'timer', at })),
    );
  }

  async #startedChild(
    address: StepAddress,
    { child }: BlockWait,
    executionId: string,
    waitId: number,
    repeat: boolean,
  ): Promise<void> {
    const { history, effects, guards, recorder, scope, workflow, waits } = this.context;
    if (child === undefined || history.started === null) return;
    // Sent before the child's request: otherwise a new owner would not know that it repeats it.
    await recorder.flush();
    if (!(await mayAct(this.context))) return;
    const { blockId, iteration } = blockOf(workflow, address);
    const parent = { executionId: history.executionId, blockId, iteration, waitId };
    const fail = ({ code, message }: BlockError): void => {
      const wake = { ...parent, reason: 'child', data: null, requestedAt: 0 } as const;
      if (!this.context.isOver() && waits.take(wake) !== undefined)
        this.context.complete(address, effects.now(), failed(null, { code, message }));
    };
    const shown = await guards.inChildInput(address.index, child.input);
    if (shown !== null) {
      fail(secretInOutput(shown));
      return;
    }
    const input = await textInTurns(child.input, scope.revealed);
    try {
      const { started } = history;
      await this.context.startChild({ ...child, executionId, input, parent, started, repeat });
    } catch (error) {
      if (error instanceof ChildRunError) fail(error);
    }
  }
}
