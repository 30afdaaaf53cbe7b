import { describe, expect, it } from '@jest/globals';
import {
  createTemplateCompiler,
  follow,
  normalizeName,
  type ReferenceTarget,
  type ReferredBlock,
} from '@libs/workflow';
import fc from 'fast-check';
import { namedBlocks } from './candidates.js';
import { type Completion, completionAt, type Row } from './completion.js';
import { mistakesIn, namesIn, referencesIn } from './field-references.js';
import { insertReference, type Quoting, takePart, takeWhole, type TextChange } from './insert.js';
import { lastValue } from './last-value.js';
import { referenceName } from './reference-text.js';
import type { Scope, ScopeBlock } from './scope.js';

/** Letters that the grammar treats alike and apart, and the reserved names. */
const names = fc.oneof(
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_ -]{0,12}$/),
  fc.constantFrom('Fetch customer', 'Known customer?', 'loop', 'variable', 'env', 'tool', 'Ünï'),
);
const keys = fc.oneof(
  { weight: 4, arbitrary: fc.stringMatching(/^[a-z]{1,5}$/) },
  fc.constantFrom(
    'a b',
    "it's",
    '"q"',
    'both\'"',
    '0',
    'x]y',
    'a.b',
    '$id',
    '<b>',
    'é',
    '\\',
    'l\nn',
  ),
  fc.string({ maxLength: 6 }),
);
const { sample } = fc.letrec<{ sample: unknown }>((tie) => ({
  sample: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
    fc.array(tie('sample'), { maxLength: 3 }),
    fc.dictionary(keys, tie('sample'), { maxKeys: 4 }),
  ),
}));
const blocks = fc
  .record({
    name: names,
    isOpen: fc.boolean(),
    outputs: fc.uniqueArray(fc.constantFrom('data', 'status', 'headers', 'error', 'data.id'), {
      maxLength: 4,
    }),
    sample: fc.option(fc.dictionary(fc.oneof(fc.constantFrom('data', 'status'), keys), sample)),
  })
  .map(({ name, sample: value, outputs, isOpen }): Omit<ScopeBlock, 'id'> => ({
    name,
    isOpen,
    reference: referenceName(name),
    outputs: outputs.map((path) => ({ path, type: 'text', text: '' })),
    lastRun: value === null ? null : { value, atMs: 0 },
  }));
/** As many rows as a list has. */
const fullList = 24;
const fields = ['index', 'currentItem'].map((path) => ({ path, type: 'number', text: '' }));
const scopes = fc.record({
  blocks: fc
    .uniqueArray(blocks, { selector: ({ name }) => normalizeName(name), maxLength: 4 })
    .map((list) => list.map((block, index): ScopeBlock => ({ ...block, id: `b${index}` }))),
  secrets: fc.uniqueArray(fc.constantFrom('PAY_KEY', 'crm', '_x', 'not a name'), { maxLength: 3 }),
  variables: fc
    .uniqueArray(fc.constantFrom('total', 'Next id', 'ümlaut'), { maxLength: 3 })
    .map((all) => all.map((name) => ({ name, type: 'text' }))),
  containers: fc
    .uniqueArray(fc.constantFrom('loop' as const, 'parallel' as const))
    .map((kinds) => kinds.map((kind) => ({ kind, fields }))),
  isTool: fc.boolean(),
});

/** What the engine reads in a text: libs/workflow's own resolver, with the blocks of the scope. */
function resolved(text: string, scope: Scope): { uses: ReferenceTarget[]; problems: number } {
  const { variables, around } = namesIn(scope);
  const referred = new Map(
    scope.blocks
      .filter(({ name }) => normalizeName(name) !== 'variable')
      .map(({ id, name, outputs, isOpen }) => {
        const first = outputs.map(({ path }) => path.split('.')[0] ?? '');
        const block: ReferredBlock = { id, name, outputs: isOpen ? null : new Set(first) };
        return [normalizeName(name), block] as const;
      }),
  );
  if (scope.isTool === true) referred.set('tool', { id: 'tool', name: 'tool', outputs: null });
  const uses: ReferenceTarget[] = [];
  const compiler = createTemplateCompiler(
    referred,
    variables,
    around,
    undefined,
    ({ kind, to, path }) => uses.push({ kind, to, path }),
  );
  compiler.value(text, '');
  return { uses, problems: compiler.problems.length };
}

const applied = (text: string, { from, to, text: inserted }: TextChange): string =>
  text.slice(0, from) + inserted + text.slice(to);

const target = ({ candidate }: Row, scope: Scope): ReferenceTarget => {
  const { kind, root, steps } = candidate;
  const path = steps.map(String);
  switch (kind) {
    case 'secret':
      return { kind, to: root, path };
    case 'variable':
      return { kind, to: path[0] ?? '', path: path.slice(1) };
    case 'iteration':
      return { kind, to: root, path };
    case 'block':
    case 'output': {
      const block = namedBlocks(scope).find(({ reference }) => reference === root);
      return { kind: 'block', to: block?.id ?? '', path };
    }
  }
};

/** The rows for a text with its caret at `|`. */
function offered(
  marked: string,
  scope: Scope,
  isInJson = false,
): { text: string; found: Completion | null } {
  const caret = marked.indexOf('|');
  const text = marked.replace('|', '');
  return { text, found: completionAt(text, caret, scope, isInJson) };
}

/** Where the caret stands while something is typed: after `<`, `{{`, a name, a path. */
function typedTexts(scope: Scope): string[] {
  const opened = namedBlocks(scope).flatMap(({ reference, outputs }) => [
    `<${reference}.|`,
    ...outputs.map(({ path }) => `<${reference}.${path}.|`),
  ]);
  return ['<|', '{{|', '<loop.|', '<variable.|', '<d|', ...opened];
}

const quotings: readonly Quoting[] = ['bare', 'quoted'];

describe('completion', () => {
  it('offers only what the engine resolves, to exactly what the row says', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        for (const typed of typedTexts(scope))
          for (const quoting of quotings) {
            const { text, found } = offered(typed, scope, quoting === 'quoted');
            for (const row of found?.rows ?? []) {
              const change = takeWhole(text, found!.token, row.candidate, quoting);
              const after = applied(text, change);
              const read = quoting === 'quoted' ? (JSON.parse(after) as string) : after;
              expect(resolved(read, scope)).toEqual({ uses: [target(row, scope)], problems: 0 });
              expect(mistakesIn(after, scope, quoting === 'quoted')).toEqual([]);
              expect(change.caret).toBe(after.length);
            }
          }
      }),
      { numRuns: 80 },
    );
  });

  it('says the value that the reference had in the last run', () => {
    fc.assert(
      fc.property(scopes, (scope) => {
        for (const typed of typedTexts(scope)) {
          const { text, found } = offered(typed, scope);
          for (const { candidate } of found?.rows ?? []) {
            if (candidate.look === null || candidate.kind !== 'output') continue;
            const block = namedBlocks(scope).find(({ reference }) => reference === candidate.root);
            const value = follow(block?.lastRun?.value, candidate.steps.map(String));
            const { look } = candidate;
            if (look.type === 'list') expect(value).toHaveLength(look.count!);
            if (look.type === 'number') expect(String(value)).toBe(look.text);
            const reference = applied(text, takeWhole(text, found!.token, candidate, 'bare'));
            expect(lastValue(reference, scope)).toMatchObject({ kind: 'value', look });
          }
        }
      }),
      { numRuns: 60 },
    );
  });

  it('changes nothing when the same row is taken again, wherever the caret stands in it', () => {
    fc.assert(
      fc.property(
        scopes,
        fc.constantFrom('', 'a ', 'x\n'),
        fc.constantFrom('', ' b', '\n<i>'),
        fc.nat(),
        (scope, before, after, at) => {
          for (const typed of typedTexts(scope)) {
            const { text, found } = offered(`${before}${typed}${after}`, scope);
            const row = found?.rows[at % found.rows.length];
            if (row === undefined) continue;
            const once = takeWhole(text, found!.token, row.candidate, 'bare');
            const changed = applied(text, once);
            const opening = row.candidate.kind === 'secret' ? 2 : 1;
            const caret = once.from + opening + (at % (once.text.length - 2 * opening + 1));
            const again = completionAt(changed, caret, scope);
            if (again === null) continue;
            const twice = takeWhole(changed, again.token, row.candidate, 'bare');
            expect(applied(changed, twice)).toBe(changed);
          }
        },
      ),
      { numRuns: 80 },
    );
  });

  it('comes to the whole reference by one part after another', () => {
    fc.assert(
      fc.property(scopes, fc.nat(), fc.constantFrom(...quotings), (scope, at, quoting) => {
        for (const typed of ['<|', '<d|']) {
          const { text, found } = offered(typed, scope, quoting === 'quoted');
          const row = found?.rows[at % found.rows.length];
          if (row === undefined || row.candidate.kind === 'block') continue;
          const { candidate } = row;
          let [current, token] = [text, found!.token];
          let count = 0;
          for (; count < 20; count += 1) {
            const change = takePart(current, token, candidate, quoting);
            const next = applied(current, change);
            if (change.text.replaceAll('"', '').endsWith('>')) {
              current = next;
              break;
            }
            const open = completionAt(next, change.caret, scope, quoting === 'quoted');
            // A full list shows the nearest: what is further down comes with the next letter.
            if (open !== null && open.rows.length < fullList)
              expect(open.rows.map((one) => one.candidate.path)).toContain(candidate.path);
            [current, token] = [next, open!.token];
          }
          expect(current).toBe(applied(text, takeWhole(text, found!.token, candidate, quoting)));
          expect(count).toBe(candidate.steps.length);
        }
      }),
      { numRuns: 60 },
    );
  });
});

describe('a reference from elsewhere', () => {
  it('stands at the caret, in a string where the text is JSON', () => {
    fc.assert(
      fc.property(scopes, fc.nat(), (scope, at) => {
        const { text, found } = offered('<|', scope);
        const row = found?.rows[at % found.rows.length];
        if (row === undefined) return;
        const reference = applied(text, takeWhole(text, found!.token, row.candidate, 'bare'));
        const outside = applied(
          '{"a": }',
          insertReference('{"a": }', { from: 6, to: 6 }, reference, 'quoted'),
        );
        const inside = applied(
          '{"a": ""}',
          insertReference('{"a": ""}', { from: 7, to: 7 }, reference, 'quoted'),
        );
        for (const json of [outside, inside]) {
          const { a } = JSON.parse(json) as { a: string };
          expect(resolved(a, scope)).toEqual({ uses: [target(row, scope)], problems: 0 });
          expect(referencesIn(json, scope, true)).toHaveLength(1);
        }
      }),
      { numRuns: 80 },
    );
  });
});
