/**
 * Control commands for executions that can't take them now, because they have not started here or
 * are just parking. In log order.
 */
import type { Command } from '../execution/command.js';

export class WaitingCommands {
  readonly #byExecution = new Map<string, Command[]>();

  add(command: Command): void {
    const waiting = this.#byExecution.get(command.executionId) ?? [];
    waiting.push(command);
    this.#byExecution.set(command.executionId, waiting);
  }

  /** @returns false when the command is not held */
  remove({ executionId, offset }: Command): boolean {
    const waiting = this.take(executionId);
    const others = waiting.filter((command) => command.offset !== offset);
    for (const command of others) this.add(command);
    return others.length < waiting.length;
  }

  take(executionId: string): Command[] {
    const waiting = this.#byExecution.get(executionId) ?? [];
    this.#byExecution.delete(executionId);
    return waiting;
  }
}
