/**
 * Definitions that take long to check or to compile. Not so large that expanding them would hold up
 * the probe, which runs in the same process.
 */
import fc from 'fast-check';
import type { TestDefinition } from '../../support/workflows.js';

type Block = TestDefinition['blocks'][number];

const times = <T>(count: number, of: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => of(index));
const block = (index: number, type: string, config: Record<string, unknown>): Block => ({
  id: `b${index}`,
  type,
  name: `some block ${index}`,
  config,
});
const hook: Block = {
  id: 'hook',
  type: 'webhook',
  name: 'hook',
  config: { path: '{path}', methods: ['POST'] },
};

/** Fills the two megabytes of a definition with blocks of this much text. */
const blocksFor = (length: number): number => Math.min(990, Math.floor(1_800_000 / length));
const triggers = fc
  .constantFrom('0 0 30 2 *', '0 0 31 2,4,6 *', '0 0 L 2 *', `${'0-59,'.repeat(300_000)}1 * * * *`)
  .map((cron) => times(blocksFor(cron.length + 60), (n) => block(n, 'schedule', { cron })));
const codeText = fc.constantFrom('[1', '[(() => 1)()', '[<hook.body.a>', '[`${1}`').chain((start) =>
  fc.constantFrom(100, 2_000, 9_900).map((length) => {
    const items = Math.floor((length - start.length - 12) / 2);
    return `${start}${',1'.repeat(Math.max(0, items))}].length > 1`;
  }),
);
const conditions = codeText.map((expression) =>
  times(blocksFor(expression.length), (n) =>
    block(n, 'condition', { conditions: [{ port: 'yes', expression }, { port: 'no' }] }),
  ),
);
const functions = codeText.map((code) =>
  times(blocksFor(code.length), (n) => block(n, 'function', { code: `return ${code}` })),
);
const wide = fc
  .tuple(
    fc.constantFrom(100, 10_000, 24_900, 70_000),
    fc.constantFrom<unknown>(1, [], {}, 'a', '<hook>'),
  )
  .map(([names, value]) => [
    block(0, 'variables', {
      values: Object.fromEntries(times(names, (n) => [`name${n}`, value])),
    }),
  ]);
const long = fc
  .tuple(fc.constantFrom(5_000, 49_000, 150_000), fc.constantFrom<unknown>(1, [], {}))
  .map(([length, value]) => [
    block(0, 'response', { status: 200, body: times(length, () => value) }),
  ]);
const mistaken = fc
  .constantFrom('<smoe blokc 1.x>', '<hok.body>', '<hook.boddy.a>', '<', '{{', '<hook.')
  .map((text) => times(990, (n) => block(n, 'variables', { values: { a: text.repeat(19) } })));

export const heavyDefinition: fc.Arbitrary<TestDefinition> = fc
  .tuple(fc.oneof(triggers, conditions, functions, wide, long, mistaken), fc.boolean())
  .map(([blocks, isChain]) => ({
    blocks: [hook, ...blocks],
    edges: blocks.slice(0, isChain ? undefined : 1).map(({ id }, index) => ({
      from: index === 0 ? 'hook' : `b${index - 1}`,
      to: id,
    })),
  }));
