import { describe, expect, it } from '@jest/globals';
import { mistakesIn, referencesIn } from './field-references.js';
import { entriesBelow, type ReferenceEntry, rootEntries } from './reference-entries.js';
import type { Scope } from './scope.js';

const words = {
  loop: 'Iteration',
  parallel: 'Iteration',
  variable: 'Variables',
  secret: 'Secrets',
};
const scope: Scope = {
  blocks: [
    {
      ...{ id: 'a', name: 'Fetch it', reference: 'fetchit', isOpen: false },
      outputs: [
        { path: 'data', type: 'any', text: '' },
        { path: 'error.code', type: 'text', text: '' },
      ],
      lastRun: { value: { data: { id: 7, 'a b': [{ x: null }] }, hidden: 1 }, atMs: 0 },
    },
    { id: 'b', name: 'Odd?', reference: null, isOpen: true, outputs: [], lastRun: null },
  ],
  secrets: ['KEY'],
  variables: [{ name: 'total', type: 'number' }],
  containers: [{ kind: 'loop', fields: [{ path: 'index', type: 'number', text: '' }] }],
};

const drawn = (entries: readonly ReferenceEntry[], depth = 0): string[] =>
  entries.flatMap((entry) => [
    `${'  '.repeat(depth)}${entry.label} ${entry.reference ?? '-'} ${entry.look?.text ?? entry.type}`,
    ...(entry.hasEntries ? drawn(entriesBelow(scope, entry.id), depth + 1) : []),
  ]);

function referencesOf(entries: readonly ReferenceEntry[]): string[] {
  return entries.flatMap(({ id, reference, hasEntries }) => [
    ...(reference === null ? [] : [reference]),
    ...(hasEntries ? referencesOf(entriesBelow(scope, id)) : []),
  ]);
}

describe('the tree of references', () => {
  it('has blocks with their outputs and last values, then iterations, variables and secrets', () => {
    expect(drawn(rootEntries(scope, words))).toEqual([
      'Fetch it <fetchit> object',
      '  data <fetchit.data> object',
      '    id <fetchit.data.id> 7',
      '    ["a b"] <fetchit.data["a b"]> list',
      '      [0] <fetchit.data["a b"][0]> object',
      '        x <fetchit.data["a b"][0].x> null',
      '  error <fetchit.error> object',
      '    code <fetchit.error.code> text',
      'Odd? - object',
      ...['Iteration - loop', '  index <loop.index> number'],
      ...['Variables - variable', '  total <variable.total> number'],
      ...['Secrets - secret', '  KEY {{KEY}} secret'],
    ]);
  });

  it('holds references that name something only', () => {
    const text = referencesOf(rootEntries(scope, words)).join(' ');
    expect([referencesIn(text, scope).length, mistakesIn(text, scope)]).toEqual([11, []]);
  });
});
