/** Orders to executions that can not take them now, because they have not begun here or are just parking. In log order. */
import type { Command } from './command.js';

export class HeldOrders {
  readonly #held = new Map<string, Command[]>();

  hold(command: Command): void {
    const held = this.#held.get(command.executionId) ?? [];
    held.push(command);
    this.#held.set(command.executionId, held);
  }

  take(executionId: string): Command[] {
    const held = this.#held.get(executionId) ?? [];
    this.#held.delete(executionId);
    return held;
  }
}
