import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyCommand } from '../command/apply-command.js';
import type { Command } from '../command/command.js';
import { isRefusal } from '../patch/refusal.js';
import { type Chance, chanceFrom } from '../testing/chance.js';
import { draft } from '../testing/draft.js';
import { anyCommand } from '../testing/random-command.js';
import { definitionText } from '../testing/random-definition.js';
import { edgeOf } from '../text/edge-key.js';
import {
  fieldsOf,
  itemsOf,
  type JsonValue,
  kindOfValue,
  type Path,
  rawOf,
} from '../text/json-value.js';
import { blocksById, edgesByKey } from '../text/parts.js';
import { sameJson, sameOrMissing } from '../text/same-value.js';
import type { WorkflowText } from '../text/workflow-text.js';
import { commandToChoose } from './choose.js';
import type { Conflict, Side } from './conflict.js';
import { mergeDefinitions, type Merged } from './merge.js';

type Value = JsonValue | null;

interface Four {
  readonly base: Value;
  readonly mine: Value;
  readonly theirs: Value;
  readonly merged: Value;
}

interface Case {
  readonly base: WorkflowText;
  readonly mine: WorkflowText;
  readonly theirs: WorkflowText;
  readonly merged: WorkflowText;
  readonly result: Merged;
}

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

function randomCase(number: number, kinds?: Kinds): Case {
  const chance = chanceFrom(number);
  const base = draft(definitionText(chance, 3 + chance.below(10)));
  const options = kinds === undefined ? {} : { kinds };
  const { document: mine } = edited(base, chance, { author: 'mine', ...options });
  const { document: theirs } = edited(base, chance, { author: 'theirs', ...options });
  const result = merge(base, mine, theirs);
  return { base, mine, theirs, merged: draft(result.text), result };
}

const isPath = (a: Path, b: Path): boolean => JSON.stringify(a) === JSON.stringify(b);

/** By the three versions alone: the merged value is right, or the conflict has all three. */
function checkValue(
  values: Four,
  block: string | null,
  path: Path,
  conflicts: Set<Conflict>,
): void {
  const { base, mine, theirs, merged } = values;
  const conflict = [...conflicts].find(
    (other) => other.kind === 'field' && other.block === block && isPath(other.path, path),
  );
  if (conflict !== undefined) {
    conflicts.delete(conflict);
    for (const side of ['base', 'mine', 'theirs'] as const)
      expect(conflict[side]).toBe(values[side] && rawOf(values[side]));
    const isReal = [
      [mine, base],
      [theirs, base],
      [mine, theirs],
    ].every(([a = null, b = null]) => !sameOrMissing(a, b));
    expect(isReal).toBe(true);
    expect(sameOrMissing(merged, theirs)).toBe(true);
    return;
  }
  if (sameOrMissing(mine, base)) expect(sameOrMissing(merged, theirs)).toBe(true);
  else if (sameOrMissing(theirs, base)) expect(sameOrMissing(merged, mine)).toBe(true);
  else if (sameOrMissing(mine, theirs)) expect(sameOrMissing(merged, mine)).toBe(true);
  else checkInside(values, block, path, conflicts);
}

function checkInside(
  values: Four,
  block: string | null,
  path: Path,
  conflicts: Set<Conflict>,
): void {
  const { mine, theirs } = values;
  // Both changed it, and it is no conflict: then both have parts that are compared.
  if (mine === null || theirs === null) throw new Error(`lost at ${JSON.stringify([block, path])}`);
  const kind = kindOfValue(mine);
  expect([kind, kindOfValue(theirs)]).toEqual(
    kind === 'array' ? ['array', 'array'] : ['object', 'object'],
  );
  const partsOf = (value: Value): Map<string | number, JsonValue> =>
    value === null
      ? new Map<string | number, JsonValue>()
      : kind === 'array'
        ? new Map<string | number, JsonValue>(itemsOf(value).entries())
        : new Map<string | number, JsonValue>(fieldsOf(value));
  const [base, a, b, merged] = [values.base, mine, theirs, values.merged].map(partsOf);
  const steps = new Set([...base!.keys(), ...a!.keys(), ...b!.keys(), ...merged!.keys()]);
  for (const step of steps) {
    const part = (from: Map<string | number, JsonValue> | undefined): Value =>
      from?.get(step) ?? null;
    const inside = { base: part(base), mine: part(a), theirs: part(b), merged: part(merged) };
    checkValue(inside, block, [...path, step], conflicts);
  }
}

const blocksIn = ({ root }: WorkflowText): ReadonlyMap<string, JsonValue> =>
  blocksById(root) ?? new Map();
const edgesIn = ({ root }: WorkflowText): ReadonlyMap<string, JsonValue> =>
  edgesByKey(root) ?? new Map();

function checkBlocks({ base, mine, theirs, merged, result }: Case, conflicts: Set<Conflict>): void {
  const [a, b, c, all] = [base, mine, theirs, merged].map(blocksIn);
  for (const id of new Set([...a!.keys(), ...b!.keys(), ...c!.keys(), ...all!.keys()])) {
    const conflict = result.conflicts.find((one) => one.kind === 'block' && one.block === id);
    const part = (from: ReadonlyMap<string, JsonValue> | undefined): Value => from?.get(id) ?? null;
    const values = { base: part(a), mine: part(b), theirs: part(c), merged: part(all) };
    if (conflict === undefined) {
      checkValue(values, id, [], conflicts);
      continue;
    }
    conflicts.delete(conflict);
    expect([values.mine, values.theirs]).toContain(null);
    expect(sameOrMissing(values.merged, values.theirs)).toBe(true);
    expect(conflict.mine).toBe(values.mine && rawOf(values.mine));
  }
}

function checkEdges({ base, mine, theirs, merged, result }: Case): void {
  const [a, b, c, all] = [base, mine, theirs, merged].map(edgesIn);
  const undecided = new Map(
    result.conflicts.flatMap((one) => (one.kind === 'block' ? [[one.block, one] as const] : [])),
  );
  for (const [key, edge] of new Map([...a!, ...b!, ...c!, ...all!])) {
    const isWanted = b!.has(key) === a!.has(key) ? c!.has(key) : b!.has(key);
    if (all!.has(key) === isWanted) continue;
    // Only the undecided deletion of a block keeps an edge out, or in.
    const ends = edgeOf(edge);
    const conflict = undecided.get(ends?.from ?? '') ?? undecided.get(ends?.to ?? '');
    const kept = [ends?.from, ends?.to].flatMap((id) => undecided.get(id ?? '') ?? []);
    expect(conflict).toBeDefined();
    if (isWanted) expect(kept.flatMap(({ edges }) => edges)).toContain(rawOf(edge));
    else expect(kept.some((one) => one.mine === null)).toBe(true);
  }
}

function checkFields({ base, mine, theirs, merged }: Case, conflicts: Set<Conflict>): void {
  const [a, b, c, all] = [base, mine, theirs, merged].map(({ root }) => fieldsOf(root));
  const names = new Set([...a!.keys(), ...b!.keys(), ...c!.keys(), ...all!.keys()]);
  for (const name of names) {
    if (name === 'blocks' || name === 'edges') continue;
    const part = (from: Map<string, JsonValue> | undefined): Value => from?.get(name) ?? null;
    const values = { base: part(a), mine: part(b), theirs: part(c), merged: part(all) };
    checkValue(values, null, [name], conflicts);
  }
}

const seed = fc.integer();

describe('merge', () => {
  it.each<[string, Kinds | undefined]>([
    ['of all kinds', undefined],
    ['of fields', ['setField', 'removeField', 'insertItem']],
    ['of blocks and edges', ['addBlock', 'removeBlock', 'addEdge', 'reconnectEdge', 'setField']],
  ])('loses none of 200 random edits on both sides, %s', (_, kinds) => {
    fc.assert(
      fc.property(seed, (number) => {
        const merged = randomCase(number, kinds);
        const conflicts = new Set(merged.result.conflicts.filter(({ kind }) => kind !== 'order'));
        checkFields(merged, conflicts);
        checkBlocks(merged, conflicts);
        checkEdges(merged);
        // Each conflict was met where both changed the same field.
        expect([...conflicts]).toEqual([]);
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
  const field = ({ root }: WorkflowText, name: string): Value => fieldsOf(root).get(name) ?? null;
  return (
    [...new Set([...rest(a), ...rest(b)])].every((name) =>
      sameOrMissing(field(a, name), field(b, name)),
    ) &&
    JSON.stringify([...edgesIn(a).keys()].sort()) === JSON.stringify([...edgesIn(b).keys()].sort())
  );
}
