import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { normalizeName } from '@libs/workflow';
import { applyCommand } from '../edit/command/apply-command.js';
import type { Command } from '../edit/command/command.js';
import { isRefusal } from '../edit/patch/refusal.js';
import { type Chance, chanceFrom } from '../edit/testing/chance.js';
import { draft } from '../edit/testing/draft.js';
import { definitionText } from '../edit/testing/random-definition.js';
import { readDefinition } from '../edit/text/read-definition.js';
import type { WorkflowText } from '../edit/text/workflow-text.js';
import { anyAddition, anyConnection, anyDisconnection, anyMove } from './testing/random-edit.js';
import { serverTypes, structuralProblems } from './testing/server.js';

const start = '{"blocks":[{"id":"hook","type":"webhook","name":"Webhook","config":{}}],"edges":[]}';

/** Null: the rules refuse what chance proposes. */
function anyEdit(document: WorkflowText, chance: Chance): Command | null {
  if (chance.happens(0.5)) return anyAddition(document, serverTypes, chance);
  if (chance.happens(0.6)) {
    const { command, refusal } = anyConnection(document, serverTypes, chance);
    return refusal === null ? command : null;
  }
  if (chance.happens(0.3)) return anyDisconnection(document, chance);
  return anyMove(document, serverTypes, chance);
}

/** @returns the edited draft, after the edit was undone byte by byte */
function edited(document: WorkflowText, command: Command): WorkflowText {
  const result = applyCommand(document, command);
  if (isRefusal(result)) throw new Error(`${result.reason}: ${JSON.stringify(command)}`);
  const patches = { kind: 'applyPatches', patches: result.inverse } as const;
  const undone = applyCommand(result.document, patches);
  expect(isRefusal(undone) ? undone.reason : undone.document.text).toBe(document.text);
  return result.document;
}

const problemsOf = ({ text }: WorkflowText): readonly string[] =>
  structuralProblems(JSON.parse(text));

/** Of a valid draft. */
function drafts(chance: Chance, count: number, see: (document: WorkflowText) => void): void {
  let document = draft(start);
  for (let edit = 0; edit < count; edit += 1) {
    const command = anyEdit(document, chance);
    if (command === null) continue;
    const next = edited(document, command);
    const problems = problemsOf(next);
    // To take an edge away is always allowed, and may tear a body apart.
    if (command.kind === 'removeEdge' && problems.length > 0) continue;
    expect({ command, problems }).toEqual({ command, problems: [] });
    document = next;
  }
  see(document);
}

/** Chance may leave one out; among these seeds each is met. */
function untilMet(
  met: ReadonlySet<string>,
  wanted: readonly string[],
  check: (seed: number) => void,
) {
  const isMissing = (one: string): boolean => !met.has(one);
  for (let seed = 0; seed < 500 && wanted.some(isMissing); seed += 1) check(seed);
  expect(wanted.filter(isMissing)).toEqual([]);
}

describe('edits that the rules allow', () => {
  it('pass the structural checks of the server, whatever came before', () => {
    const done = new Set<string>();
    const check = (seed: number): void =>
      drafts(chanceFrom(seed), 25, ({ text }) => {
        for (const [port] of text.matchAll(/each|error|no/g)) done.add(port);
      });
    fc.assert(fc.property(fc.integer(), check), { numRuns: 50 });
    untilMet(done, ['each', 'error', 'no'], check);
  });
});

describe('an edge that the rules refuse', () => {
  it('is refused by the server too', () => {
    const reasons = new Set<string>();
    const check = (seed: number): void => {
      const chance = chanceFrom(seed);
      drafts(chance, 14, (document) => {
        for (let count = 0; count < 6; count += 1) {
          const { command, refusal } = anyConnection(document, serverTypes, chance);
          if (refusal === null || refusal.reason === 'exists') continue;
          const result = applyCommand(document, command);
          const problems = isRefusal(result) ? [result.reason] : problemsOf(result.document);
          expect({ command, refusal, isRefused: problems.length > 0 }).toMatchObject({
            isRefused: true,
          });
          reasons.add(refusal.reason);
        }
      });
    };
    fc.assert(fc.property(fc.integer(), check), { numRuns: 40 });
    const all = ['toItself', 'intoTrigger', 'cycle', 'intoBody', 'outOfBody', 'note'];
    untilMet(reasons, all, check);
  });
});

describe('an added block', () => {
  it('has an id and a name of its own, and its edges end somewhere, in any draft', () => {
    fc.assert(
      fc.property(fc.integer(), (seed) => {
        const chance = chanceFrom(seed);
        let document = draft(definitionText(chance));
        for (let count = 0; count < 8; count += 1) {
          const before = readDefinition(document);
          const command = anyAddition(document, serverTypes, chance);
          if (command === null || isRefusal(applyCommand(document, command))) continue;
          document = edited(document, command);
          const after = readDefinition(document);
          const ids = new Set(before.blocks.map(({ id }) => id));
          const names = new Set(before.blocks.map(({ name }) => normalizeName(name)));
          const added = after.blocks.filter(({ id }) => !ids.has(id));
          expect(added).toHaveLength(1);
          expect(added.some(({ name }) => names.has(normalizeName(name)))).toBe(false);
          const known = new Set(after.blocks.map(({ id }) => id));
          const isDangling = ({ from, to }: { from: string; to: string }): boolean =>
            !known.has(from) || !known.has(to);
          expect(after.edges.filter(isDangling)).toEqual(before.edges.filter(isDangling));
        }
      }),
      { numRuns: 100 },
    );
  });
});
