/**
 * Control commands for executions that can't take them now, because they have not started here or
 * are just parking. In log order.
 */
import type { Command } from '../execution/command.js';

export class HeldOrders {
  readonly #held = new Map<string, Command[]>();

  hold(command: Command): void {
    const held = this.#held.get(command.executionId) ?? [];
    held.push(command);
    this.#held.set(command.executionId, held);
  }

  /** @returns false when the command is not held */
  release({ executionId, offset }: Command): boolean {
    const held = this.take(executionId);
    const others = held.filter((command) => command.offset !== offset);
    for (const command of others) this.hold(command);
    return others.length < held.length;
  }

  take(executionId: string): Command[] {
    const held = this.#held.get(executionId) ?? [];
    this.#held.delete(executionId);
    return held;
  }
}
