/**
 * Orders of one control partition: which are open, and which executions they wake. An order stays open until what it led to is
 * durable, however long that takes: nothing of it lives in memory alone.
 */
import type { Command } from './command.js';
import { LowWatermark, type LedgerPlace } from './low-watermark.js';

export class OrderBook {
  readonly #watermark: LowWatermark;
  /** Orders for executions that are not here, by execution, oldest first: each set wakes its execution once. */
  readonly #woken = new Map<string, Command[]>();

  /**
   * @param start the committed offset
   * @param place where the takeover began to fold
   * @param lastWokenOffset youngest order that had woken something before: until it is read again, it may hold something
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
