/**
 * Control commands of one partition: which are open, and which executions they wake. A command
 * stays open until its effect is durable, however long that takes, so that nothing of it lives in
 * memory alone.
 */
import type { Command } from '../execution/command.js';
import { LowWatermark, type LedgerPlace } from './low-watermark.js';

export class OrderBook {
  readonly #watermark: LowWatermark;
  /** Commands for executions that are not here, oldest first. Each set wakes its execution once. */
  readonly #woken = new Map<string, Command[]>();

  /**
   * @param start the committed offset
   * @param place where the takeover began to fold
   * @param lastWokenOffset last command that had woken one; until re-read it may hold one
   */
  constructor(
    start: number,
    private readonly place: LedgerPlace,
    private readonly lastWokenOffset: number,
  ) {
    this.#watermark = new LowWatermark(start, place);
  }

  admit(offset: number, place: LedgerPlace): void {
    this.#watermark.admit(offset, place);
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

  watermark(): { readonly offset: number; readonly place: LedgerPlace | null } {
    const { offset, place } = this.#watermark.current();
    if (this.#watermark.hasOpen) return { offset, place };
    return { offset, place: offset <= this.lastWokenOffset ? this.place : null };
  }
}
