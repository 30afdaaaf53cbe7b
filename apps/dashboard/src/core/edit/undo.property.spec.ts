import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCommand } from './command/apply-command.js';
import { type EditLog, type LogAction, startLog, takeAction } from './log/edit-log.js';
import type { Patch } from './patch/patch.js';
import { isRefusal } from './patch/refusal.js';
import { chanceFrom } from './testing/chance.js';
import { draft } from './testing/draft.js';
import { anyCommand } from './testing/random-command.js';
import { definitionText } from './testing/random-definition.js';
import { valueText } from './testing/random-text.js';
import { itemsOf, nameOf, rawOf, valueOf } from './text/json-value.js';
import { outlineOf } from './text/outline.js';
import { locate } from './text/target.js';

const seed = fc.integer();

/** Bytes from the beginning and from the end that both have. */
function outside(a: string, b: string): number {
  const limit = Math.min(a.length, b.length);
  let [start, end] = [0, 0];
  while (start < limit && a[start] === b[start]) start += 1;
  while (end < limit - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return start + end;
}

/** All else that an edit did is one range of text that came or went. */
function lengthReplacedBy(inverse: Patch): number {
  if (inverse.op === 'replace') return inverse.text.length;
  return inverse.op === 'remove' ? inverse.leave.length : 0;
}

describe('commands', () => {
  it('give JSON, and know where every block stands without reading the text again', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const chance = chanceFrom(number);
        let document = draft(definitionText(chance));
        for (let count = 0; count < 40; count += 1) {
          const result = applyCommand(document, anyCommand(document, chance));
          if (isRefusal(result)) continue;
          ({ document } = result);
          JSON.parse(document.text);
          expect(document.outline).toEqual(outlineOf(valueOf(document.text)));
        }
      }),
      { numRuns: 40 },
    );
  });

  it('leave every byte outside of what they set, add or remove', () => {
    const kinds = ['setField', 'removeField', 'insertItem', 'addBlock', 'addEdge'] as const;
    fc.assert(
      fc.property(seed, (number) => {
        const chance = chanceFrom(number);
        const document = draft(definitionText(chance));
        const result = applyCommand(document, anyCommand(document, chance, { kinds }));
        if (isRefusal(result)) return;
        const [before, after] = [document.text, result.document.text];
        const changed = Math.min(before.length, after.length) - outside(before, after);
        const [patch] = result.inverse;
        const replaced = patch === undefined ? 0 : lengthReplacedBy(patch);
        expect(changed).toBeLessThanOrEqual(replaced);
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('renaming a field', () => {
  it('keeps all fields at their places, and every value byte by byte', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const chance = chanceFrom(number);
        const document = draft(definitionText(chance));
        const command = anyCommand(document, chance, { kinds: ['renameField'] });
        if (command.kind !== 'renameField') return;
        const result = applyCommand(document, command);
        if (isRefusal(result)) return;
        const into = { block: command.target.block, path: command.target.path.slice(0, -1) };
        const fieldsIn = (text: typeof document): (readonly [string, string])[] => {
          const holder = locate(text, into)?.value;
          const fields = holder === undefined ? [] : itemsOf(holder);
          return fields.map((field) => [nameOf(field), rawOf(field)] as const);
        };
        const old = command.target.path.at(-1);
        const [before, after] = [fieldsIn(document), fieldsIn(result.document)];
        const last = before.findLastIndex(([name]) => name === old);
        const expected = before
          .map(([name, value], index) => [index === last ? command.name : name, value] as const)
          .filter(([name]) => name !== old || name === command.name);
        expect(after).toEqual(expected);
      }),
      { numRuns: 2_000 },
    );
  });
});

/** Every text that the log has to lead back to, by the number of steps that are done. */
class Witness {
  readonly #texts: string[];

  constructor(public log: EditLog) {
    this.#texts = [log.document.text];
  }

  /** @returns whether it was refused, or changed nothing */
  take(action: LogAction): boolean {
    const { log, refusal } = takeAction(this.log, action);
    const isSame = log === this.log;
    this.log = log;
    const stepCount = log.done.length;
    if (action.kind === 'do') {
      if (refusal === null && !isSame) this.#texts[stepCount] = log.document.text;
      return refusal !== null;
    }
    expect(refusal).toBeNull();
    expect(log.document.text).toBe(this.#texts[stepCount]);
    return isSame;
  }

  /** Until nothing is left to undo, or to redo. */
  takeAll(kind: 'undo' | 'redo'): void {
    while (!this.take({ kind }));
  }
}

/** Random commands, undos and redos until so many steps can be undone. */
function work(witness: Witness, number: number, stepCount: number): void {
  const chance = chanceFrom(number);
  for (let count = 0; witness.log.done.length < stepCount; count += 1) {
    if (chance.happens(0.2)) witness.take({ kind: 'undo' });
    if (chance.happens(0.1)) witness.take({ kind: 'redo' });
    const last = witness.log.done.at(-1)?.command;
    const command =
      last?.kind === 'setField' && chance.happens(0.3)
        ? { ...last, value: valueText({ chance, layout: 'odd' }) }
        : anyCommand(witness.log.document, chance);
    witness.take({ kind: 'do', command, atMs: count * 400 });
  }
}

describe('undo', () => {
  it('of 1,000 random commands gives every text before, byte by byte, and redo every one after', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const start = draft(definitionText(chanceFrom(number)));
        const witness = new Witness(startLog(start));
        work(witness, number + 1, 1_000);
        witness.takeAll('redo');
        const last = witness.log.document.text;
        witness.takeAll('undo');
        expect(witness.log.document.text).toBe(start.text);
        witness.takeAll('redo');
        expect(witness.log.document.text).toBe(last);
        witness.takeAll('undo');
        expect(witness.log.document.text).toBe(start.text);
      }),
      { numRuns: 4 },
    );
  });
});
