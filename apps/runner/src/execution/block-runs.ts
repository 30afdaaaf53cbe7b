/** Runs the blocks of one execution that are not evaluated inline, and counts those under way. */
import type { BlockOutcome, ComputedBlock, EffectBlock, WaitingBlock, WakeUp } from '@libs/blocks';
import type { StepAddress } from '@libs/execution';
import { crashed, written, type WrittenOutcome } from './block-events.js';
import { EffectRuns } from './effect-runs.js';
import type { PendingWait } from './pending-waits.js';
import { noteStarted } from './block-recording.js';
import type { ExecutionContext } from './execution-context.js';
import { WaitRuns } from './wait-runs.js';

/** A computed block that takes longer is recorded as started while it runs. */
const shownAfterMs = 250;
/** A wait this short is slept through: parking would take longer. */
const shortWaitMs = 5_000;

export class BlockRuns {
  readonly #effects: EffectRuns;
  readonly #waits: WaitRuns;
  #running = 0;
  #computing = 0;

  /** @param onIdle called whenever something stops running */
  constructor(
    private readonly context: ExecutionContext,
    private readonly onIdle: () => void,
  ) {
    this.#effects = new EffectRuns(context);
    this.#waits = new WaitRuns(context, (act) => this.#run(act));
  }

  /** Blocks under way: effects, computed blocks and short waits. */
  get running(): number {
    return this.#running;
  }

  /** Whether everything that runs is a computation, which nothing outside can see. */
  get onlyComputes(): boolean {
    return this.#running > 0 && this.#running === this.#computing;
  }

  /** Author code runs in the sandbox, or a large result is being serialized. */
  get computes(): boolean {
    return this.#computing > 0;
  }

  perform(address: StepAddress, block: EffectBlock): void {
    if (!this.#effects.backsOff(address, shortWaitMs))
      this.#run(() => this.#effects.perform(address, block));
  }

  compute(address: StepAddress, block: ComputedBlock): void {
    this.#compute(() => this.#computed(address, block));
  }

  wait(address: StepAddress, block: WaitingBlock): void {
    this.#waits.begin(address, block, shortWaitMs);
  }

  /** Serializes a large outcome, which takes several event-loop turns. */
  write(index: number, outcome: BlockOutcome, complete: (written: WrittenOutcome) => void): void {
    this.#compute(async () => {
      const { guards, scope } = this.context;
      const texts = await written(await guards.checkedInTurns(index, outcome), scope);
      if (!this.context.isOver()) complete(texts);
    });
  }

  /** Continues a block whose wait is over. */
  wake(wait: PendingWait, wakeUp: WakeUp): void {
    const block = this.context.workflow.blocks[wait.index];
    const now = this.context.effects.now();
    if (block?.role === 'effect') this.#run(() => this.#effects.perform(wait, block));
    else if (block?.role === 'waiting')
      this.context.complete(
        wait,
        now,
        crashed(() => block.wake(wakeUp)),
      );
  }

  #compute(act: () => Promise<void>): void {
    this.#computing += 1;
    this.#run(() => act().finally(() => (this.#computing -= 1)));
  }

  /** Counts as running until it has succeeded or failed. */
  #run(act: () => Promise<void>): void {
    this.#running += 1;
    void act()
      .catch((error: unknown) => this.context.crash(error))
      .finally(() => {
        this.#running -= 1;
        this.onIdle();
      });
  }

  async #computed(address: StepAddress, block: ComputedBlock): Promise<void> {
    const { effects, scope, signal } = this.context;
    const startedAt = effects.now();
    const shown = setTimeout(() => {
      if (!this.context.isOver()) noteStarted(this.context, address, null, startedAt);
    }, shownAfterMs);
    const { sandbox } = effects;
    const outcome = await crashed<BlockOutcome>(() =>
      block.compute(scope.at(address.iteration), { sandbox, signal }),
    );
    clearTimeout(shown);
    if (!this.context.isOver()) this.context.complete(address, startedAt, outcome);
  }
}
