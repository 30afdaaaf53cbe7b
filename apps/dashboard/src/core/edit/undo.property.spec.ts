import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCommand } from './command/apply-command.js';
import { type EditLog, startLog, takeAction } from './log/edit-log.js';
import type { Patch } from './patch/patch.js';
import { isRefusal } from './patch/refusal.js';
import { chanceFrom } from './testing/chance.js';
import { draft } from './testing/draft.js';
import { anyCommand } from './testing/random-command.js';
import { definitionText } from './testing/random-definition.js';
import { valueOf } from './text/json-value.js';
import { outlineOf } from './text/outline.js';

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

/** Random commands, undos and redos until so many steps can be undone. */
function worked(log: EditLog, number: number, stepCount: number): EditLog {
  const chance = chanceFrom(number);
  let current = log;
  let count = 0;
  while (current.done.length < stepCount) {
    if (chance.happens(0.2)) current = takeAction(current, { kind: 'undo' }).log;
    if (chance.happens(0.1)) current = takeAction(current, { kind: 'redo' }).log;
    const command = anyCommand(current.document, chance);
    const step = takeAction(current, { kind: 'do', command, atMs: count * 400 });
    if (step.refusal === null) count += 1;
    current = step.log;
  }
  return current;
}

function all(log: EditLog, kind: 'undo' | 'redo'): EditLog {
  let current = log;
  while ((kind === 'undo' ? current.done : current.undone).length > 0) {
    const step = takeAction(current, { kind });
    expect(step.refusal).toBeNull();
    current = step.log;
  }
  return current;
}

describe('undo', () => {
  it('of 1,000 random commands gives the first text, byte by byte, and redo the last', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const start = startLog(draft(definitionText(chanceFrom(number))));
        const last = all(worked(start, number + 1, 1_000), 'redo');
        const undone = all(last, 'undo');
        expect(undone.document.text).toBe(start.document.text);
        const again = all(undone, 'redo');
        expect(again.document.text).toBe(last.document.text);
        expect(all(again, 'undo').document.text).toBe(start.document.text);
      }),
      { numRuns: 4 },
    );
  });
});
