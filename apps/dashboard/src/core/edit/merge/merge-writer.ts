/**
 * Writes my edits into their text and collects what it may not decide. Values that replace others
 * are written together: one by one, 1,000 of them would copy a text of 1 MiB as often.
 */
import { applyCommand } from '../command/apply-command.js';
import type { Command, CommandOf } from '../command/command.js';
import { applyPatches } from '../patch/apply-patches.js';
import { isRefusal, type Refusal } from '../patch/refusal.js';
import { locate } from '../text/target.js';
import type { WorkflowText } from '../text/workflow-text.js';
import type { Conflict } from './conflict.js';

interface PendingValue {
  readonly command: CommandOf<'setField'>;
  readonly otherwise: Conflict;
}

export class MergeWriter {
  readonly commands: Command[] = [];
  readonly conflicts: Conflict[] = [];
  #document: WorkflowText;
  #pending: PendingValue[] = [];

  constructor(theirs: WorkflowText) {
    this.#document = theirs;
  }

  get document(): WorkflowText {
    this.#writePending();
    return this.#document;
  }

  /**
   * Values must not lie inside each other.
   * @param otherwise what to report should the command be refused: my value is in it
   */
  write(command: Command, otherwise: Conflict): void {
    if (command.kind === 'setField' && locate(this.#document, command.target) !== null) {
      this.#pending.push({ command, otherwise });
      return;
    }
    const result = applyCommand(this.document, command);
    this.#take(result, [command], [otherwise]);
  }

  #writePending(): void {
    const pending = this.#pending;
    if (pending.length === 0) return;
    this.#pending = [];
    const patches = pending.map(({ command: { target, value } }) => ({
      op: 'replace' as const,
      target,
      text: value,
    }));
    this.#take(
      applyPatches(this.#document, patches),
      pending.map(({ command }) => command),
      pending.map(({ otherwise }) => otherwise),
    );
  }

  #take(
    result: { readonly kind: 'applied'; readonly document: WorkflowText } | Refusal,
    commands: readonly Command[],
    otherwise: readonly Conflict[],
  ): void {
    if (isRefusal(result)) {
      this.conflicts.push(...otherwise);
      return;
    }
    this.#document = result.document;
    this.commands.push(...commands);
  }
}
