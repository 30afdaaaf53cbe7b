import { describe, expect, it } from '@jest/globals';
import {
  createTemplateCompiler,
  EvaluationBudget,
  normalizeName,
  type Scope,
} from '@libs/workflow';
import fc from 'fast-check';
import { after } from '../testing/draft.js';

const shown =
  (kind: string) =>
  (name: string, path: readonly string[]): string =>
    `«${[kind, name, ...path].join('/')}»`;

const scope: Scope = {
  block: shown('block'),
  variable: shown('variable'),
  iteration: shown('iteration'),
  environment: shown('environment'),
  secret: (name) => `«secret ${name}»`,
  sentSecret: (name) => ({ value: name, hosts: [] }),
  get budget() {
    return new EvaluationBudget();
  },
};

interface Block {
  readonly id: string;
  readonly name: string;
  readonly config: { readonly text: string };
}

/** What the engine makes of the text; null: a reference names nothing. */
function meaning(blocks: readonly Block[]): unknown {
  const names = new Map(
    blocks.map(({ id, name }) => [normalizeName(name), { id, name, outputs: null }]),
  );
  const compiler = createTemplateCompiler(names, new Map([['region', 'region']]));
  const value = compiler.value(blocks.at(-1)?.config.text ?? '', '');
  return compiler.problems.length > 0 ? null : value(scope);
}

const pieces = [
  ...['<old.a>', '<OLD.a[0]>', '<old>', '\\<old>', '\\<old.a>', '<old >', '< old>', '\\\\<old>'],
  ...['<new>', '\\<new>', '\\\\<new>', '<b>', '\\<b>', '<other.x>', '<variable.region>'],
  ...['\\', '<', '>', 'é', '"', '\n', ' ', '{{KEY}}', '\\{{KEY}}', '<x>'],
];

describe('renameBlock', () => {
  it('lets every text mean what it meant', () => {
    const text = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((all) => all.join(''));
    let seen = 0;
    fc.assert(
      fc.property(text, (source) => {
        const blocks: Block[] = [
          { id: 'a', name: 'Old', config: { text: '' } },
          { id: 'other', name: 'Other', config: { text: source } },
        ];
        const before = meaning(blocks);
        if (before === null) return;
        seen += 1;
        const renamed = after(JSON.stringify({ blocks }), {
          kind: 'renameBlock',
          block: 'a',
          name: 'New',
        });
        const { blocks: result } = JSON.parse(renamed) as { blocks: Block[] };
        expect(meaning(result)).toEqual(before);
        expect(result[1]?.config.text).not.toMatch(/(?<!\\)<old(?=[.[])/i);
      }),
      { numRuns: 3_000 },
    );
    expect(seen).toBeGreaterThan(2_000);
  });
});
