/**
 * Control commands of one partition: which are open, and which executions they wake. A command
 * stays open until its effect is durable, however long that takes, so that nothing of it lives in
 * memory alone.
 */
import { Watermark } from '@libs/consuming';
import type { LedgerPosition } from '@libs/ledger';
import type { Command } from '../execution/command.js';

export class OpenCommands {
  readonly #watermark: Watermark<LedgerPosition>;
  /** Commands for executions that are not here, oldest first. Each set wakes its execution once. */
  readonly #woken = new Map<string, Command[]>();

  /**
   * @param start the committed offset
   * @param position where the takeover began to fold
   * @param lastWokenOffset last command that had woken one; until re-read it may hold one
   */
  constructor(
    start: number,
    private readonly position: LedgerPosition,
    private readonly lastWokenOffset: number,
  ) {
    this.#watermark = new Watermark(start, position);
  }

  admit(offset: number, position: LedgerPosition): void {
    this.#watermark.admit(offset, position);
  }

  settle(offsets: readonly number[]): void {
    for (const offset of offsets) this.#watermark.settle(offset);
  }

  wake(command: Command): void {
    const commands = this.#woken.get(command.executionId) ?? [];
    commands.push(command);
    this.#woken.set(command.executionId, commands);
  }

  takeWoken(): Command[] | undefined {
    const first = this.#woken.entries().next().value;
    if (first === undefined) return undefined;
    this.#woken.delete(first[0]);
    return first[1];
  }

  watermark(): { readonly offset: number; readonly position: LedgerPosition | null } {
    const { offset, position } = this.#watermark.current();
    if (this.#watermark.openCount > 0) return { offset, position };
    return { offset, position: offset <= this.lastWokenOffset ? this.position : null };
  }
}
