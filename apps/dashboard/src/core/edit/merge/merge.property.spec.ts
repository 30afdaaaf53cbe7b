import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCommand } from '../command/apply-command.js';
import type { Command } from '../command/command.js';
import { isRefusal } from '../patch/refusal.js';
import { type Chance, chanceFrom } from '../testing/chance.js';
import { blocksIn, checkMerge, edgesIn, type MergeCase } from '../testing/check-merge.js';
import { draft } from '../testing/draft.js';
import { anyCommand } from '../testing/random-command.js';
import { definitionText } from '../testing/random-definition.js';
import { fieldsOf, type JsonValue, rawOf } from '../text/json-value.js';
import { sameJson, sameOrMissing } from '../text/same-value.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { commandToChoose } from './choose.js';
import type { Side } from './conflict.js';
import { mergeDefinitions, type Merged } from './merge.js';

type Kinds = readonly Command['kind'][];

/** 200 edits that were not refused. */
function edited(
  document: WorkflowText,
  chance: Chance,
  options: { readonly author: string; readonly kinds?: Kinds; readonly ids?: readonly string[] },
): { readonly document: WorkflowText; readonly commands: readonly Command[] } {
  let current = document;
  const commands: Command[] = [];
  while (commands.length < 200) {
    const command = anyCommand(current, chance, options);
    const result = applyCommand(current, command);
    if (isRefusal(result)) continue;
    current = result.document;
    commands.push(command);
  }
  return { document: current, commands };
}

const textsOf = (base: WorkflowText, mine: WorkflowText, theirs: WorkflowText) => ({
  base: base.text,
  mine: mine.text,
  theirs: theirs.text,
});

function merge(base: WorkflowText, mine: WorkflowText, theirs: WorkflowText): Merged {
  const result = mergeDefinitions(textsOf(base, mine, theirs));
  if (isRefusal(result)) throw new Error(result.reason);
  return result;
}

/** Where blocks are many, some are touched by one side only. */
function randomCase(number: number, kinds?: Kinds, mostBlocks = 12): MergeCase {
  const chance = chanceFrom(number);
  const base = draft(definitionText(chance, 3 + chance.below(mostBlocks - 2)));
  const options = kinds === undefined ? {} : { kinds };
  const { document: mine } = edited(base, chance, { author: 'mine', ...options });
  const { document: theirs } = edited(base, chance, { author: 'theirs', ...options });
  const result = merge(base, mine, theirs);
  return { base, mine, theirs, merged: draft(result.text), result };
}

const seed = fc.integer();

describe('merge', () => {
  it.each<[string, Kinds | undefined, number]>([
    ['of all kinds', undefined, 12],
    ['of fields', ['setField', 'removeField', 'insertItem'], 12],
    ['of blocks and edges', ['addBlock', 'removeBlock', 'addEdge', 'reconnectEdge'], 100],
    ['of edges mostly', ['addEdge', 'addEdge', 'addEdge', 'addEdge', 'removeBlock'], 100],
  ])('loses none of 200 random edits on both sides, %s', (_, kinds, mostBlocks) => {
    fc.assert(
      fc.property(seed, (number) => {
        checkMerge(randomCase(number, kinds, mostBlocks));
      }),
      { numRuns: 10 },
    );
  });

  it('has no conflict where two people edit different blocks, and equals both edits in a row', () => {
    const kinds: Kinds = ['setField', 'removeField', 'insertItem', 'moveItem'];
    fc.assert(
      fc.property(seed, (number) => {
        const chance = chanceFrom(number);
        const base = draft(definitionText(chance, 6));
        const only = (ids: readonly string[]) => ({ author: 'x', kinds, ids });
        const theirs = edited(base, chance, only(['b0', 'b1', 'b2']));
        // Fields of the definition itself belong to them.
        const mine = edited(base, chance, only(['b3', 'b4', 'b5']));
        const own = mine.commands.filter(
          (command) => !('target' in command) || command.target.block !== null,
        );
        const both = own.reduce(applied, theirs.document);
        const result = merge(base, own.reduce(applied, base), theirs.document);
        expect(result.conflicts).toEqual([]);
        expect(sameJson(result.text, both.text)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('gives their bytes when only they edited, and my values when only I did', () => {
    fc.assert(
      fc.property(seed, (number) => {
        const chance = chanceFrom(number);
        const base = draft(definitionText(chance));
        const { document } = edited(base, chance, { author: 'x' });
        expect(merge(base, base, document).text).toBe(document.text);
        expect(merge(base, document, document).text).toBe(document.text);
        const mine = merge(base, document, base);
        expect(mine.conflicts).toEqual([]);
        expect(sameContent(draft(mine.text), document)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('lets each conflict be settled with mine, theirs or what was there before', () => {
    fc.assert(
      fc.property(seed, fc.constantFrom<Side>('base', 'mine', 'theirs'), (number, side) => {
        const { merged, result } = randomCase(number);
        let document = merged;
        for (const conflict of result.conflicts) {
          const command = commandToChoose(document, conflict, side);
          document = applied(document, command);
          if (conflict.kind !== 'block') continue;
          const block = blocksIn(document).get(conflict.block);
          expect(block === undefined ? null : rawOf(block)).toBe(conflict[side]);
        }
      }),
      { numRuns: 10 },
    );
  });
});

function applied(document: WorkflowText, command: Command): WorkflowText {
  const result = applyCommand(document, command);
  if (isRefusal(result)) throw new Error(`${result.reason}: ${JSON.stringify(command)}`);
  return result.document;
}

/** The same but for the order of edges, and an empty list of them. */
function sameContent(a: WorkflowText, b: WorkflowText): boolean {
  const rest = ({ root }: WorkflowText): string[] =>
    [...fieldsOf(root)].filter(([name]) => name !== 'edges').map(([name]) => name);
  const field = ({ root }: WorkflowText, name: string): JsonValue | null =>
    fieldsOf(root).get(name) ?? null;
  return (
    [...new Set([...rest(a), ...rest(b)])].every((name) =>
      sameOrMissing(field(a, name), field(b, name)),
    ) &&
    JSON.stringify([...edgesIn(a).keys()].sort()) === JSON.stringify([...edgesIn(b).keys()].sort())
  );
}
