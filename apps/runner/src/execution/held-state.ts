/**
 * The results, outputs and inputs that one execution holds in memory. The engine ends an execution
 * that exceeds its own limits, or its share of the memory of the process.
 */
import { maxExecutionOutputBytes, maxExecutionResults } from '@libs/contracts';
import type { ExecutionHistory, Stop } from '@libs/execution';
import type { MemoryBudget } from '../partition/memory-budget.js';

const stateTooLarge: Stop = {
  kind: 'failed',
  code: 'STATE_TOO_LARGE',
  message: `It has more than ${maxExecutionResults} results of blocks, or more than ${maxExecutionOutputBytes} bytes of outputs. Let child workflows do parts of it`,
};

const capacityExceeded: Stop = {
  kind: 'failed',
  code: 'CAPACITY_EXCEEDED',
  message:
    'Together the executions of the process that ran it held more outputs than it has room for, and this one more than its share. Run it again later, or fewer at a time',
};

export class HeldState {
  /** Counted in the budget of the process. */
  #bytes = 0;

  constructor(
    private readonly history: ExecutionHistory,
    private readonly memory: Pick<MemoryBudget, 'change'>,
  ) {}

  /** @returns why it must end instead of starting; else null */
  atStart(): Stop | null {
    const isFull = this.#count();
    if (this.history.isTooLarge) return stateTooLarge;
    return isFull ? capacityExceeded : null;
  }

  /** @returns why it must end after this result; else null */
  afterResult(): Stop | null {
    const isFull = this.#count();
    if (this.history.results.size >= maxExecutionResults) return stateTooLarge;
    return isFull ? capacityExceeded : null;
  }

  /** It leaves this process. */
  release(): void {
    this.memory.change(this.#bytes, 0);
    this.#bytes = 0;
  }

  /** @returns whether it holds more than its share */
  #count(): boolean {
    const before = this.#bytes;
    this.#bytes = this.history.outputBytes + this.history.inputBytes;
    return this.memory.change(before, this.#bytes);
  }
}
