/** Steps of the walk that may begin, in order. */
import type { CompiledWorkflow } from '@libs/blocks';
import {
  longTextLength,
  type ExecutionHistory,
  type ExecutionScope,
  type Step,
  type Walk,
} from '@libs/execution';

export class ReadySteps {
  #steps: Step[] = [];

  constructor(
    private readonly walk: Walk,
    private readonly workflow: CompiledWorkflow,
    private readonly history: ExecutionHistory,
    private readonly scope: ExecutionScope,
  ) {}

  next(): Step | undefined {
    if (this.#steps.length === 0) this.#steps = this.walk.takeReady().reverse();
    return this.#steps.pop();
  }

  /**
   * When a block refers to several long values, each is parsed in its own slice.
   * @returns true when one was parsed now: the step is the next one again
   */
  parsesFirst(step: Step): boolean {
    const { kind, index, iteration } = step;
    const references = this.workflow.references[index];
    if (kind !== 'run' || references === undefined) return false;
    const { outputBytes, started } = this.history;
    const mayBeLong = outputBytes + (started?.input.length ?? 0) >= longTextLength;
    if (!mayBeLong || !this.scope.at(iteration).parseAhead(references)) return false;
    this.#steps.push(step);
    return true;
  }
}
