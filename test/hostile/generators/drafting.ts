/** What an editor sends while a workflow is written: checks, drafts, layouts, trials. */
import fc from 'fast-check';
import { text } from '../recipe.js';
import type { Call } from '../scenario.js';
import { heavyDefinition } from './heavy-definitions.js';
import { count, oddText } from './sizes.js';
import { definition } from './workflows.js';

const workflow = '/api/v1/workflows/{workflow}';

const toPath = (path: string, body?: unknown, more: Partial<Call> = {}): Call => ({
  ...{ target: { kind: 'path', path, withKey: true }, method: 'POST', headers: [] },
  ...(body !== undefined && { body }),
  ...more,
});

const repeated = (before: string, piece: string, after: string, times: number): Call['body'] =>
  text([before, 1], [piece, times], [after, 1]);

/** Text that is hardly a definition, of up to megabytes. */
const brokenText = fc
  .tuple(
    fc.constantFrom('{"blocks":[', '[', '{"a":', '"', '{"blocks":[{"id":"a","config":{"x":'),
    fc.constantFrom('1,', '{},', '[', '\\u0000', '\\ud800', '"a":1,', ' ', '\n'),
    fc.constantFrom(1, 1_000, 1_900_000),
  )
  .map(([before, piece, times]) => {
    const fitting = Math.min(times, Math.floor(9_000_000 / piece.length));
    return text([before, 1], [piece, fitting]);
  });

const drafted = fc.oneof(heavyDefinition, definition);

/** Triggers with costly configurations: more than one is a problem of each. */
const manyTriggers = fc
  .tuple(fc.constantFrom(1, 100, 990), fc.constantFrom('0 0 29 2 1', '*/1 * * * * *', '61 * * * *'))
  .map(([times, cron]) => ({
    blocks: Array.from({ length: times }, (_, n) => ({
      ...{ id: `s${n}`, type: 'schedule', name: `S${n}` },
      config: { cron, timezone: 'America/St_Johns' },
    })),
    edges: [],
  }));

const checked = fc.oneof(
  fc
    .oneof(drafted, manyTriggers)
    .map((given) => toPath('/api/v1/workflows/check', { definition: given })),
  brokenText.map((given) => toPath('/api/v1/workflows/check', { text: given })),
);

const saved = fc
  .oneof(drafted, manyTriggers)
  .map((given) =>
    toPath(
      `${workflow}?allowProblems=true`,
      { name: 'Draft', definition: given },
      { method: 'PUT' },
    ),
  );

const laidOut = count.map((blocks) =>
  toPath(
    `${workflow}/layout`,
    {
      positions: Object.fromEntries(
        Array.from({ length: blocks }, (_, n) => [`b${n}`, [n, -n * 1e9]]),
      ),
      sizes: {},
      collapsed: Array.from({ length: blocks }, (_, n) => `b${n}`),
    },
    { method: 'PUT' },
  ),
);

const filed = oddText.map((name) => toPath('/api/v1/folders', { name: name.toWellFormed() }));

const previewed = fc
  .constantFrom(
    '0 0 29 2 *',
    '* * * * * *',
    '0 0 31 2 *',
    '59 59 23 31 12 7',
    `${'1,'.repeat(5_000)}1 * * * *`,
  )
  .map((cron) => toPath('/api/v1/schedules/preview', { cron, timezone: 'Pacific/Apia' }));

const tried = fc
  .record({
    pinned: fc.constantFrom<unknown>(
      undefined,
      {},
      { start: text(['x', 4_900_000]) },
      { nobody: 1 },
      { start: repeated('[', '[],', '1]', 200_000) },
    ),
    toBlockId: fc.constantFrom(undefined, 'start', 'nobody', '__proto__'),
    usePins: fc.constantFrom(undefined, true),
    order: fc.constantFrom(undefined, 'x'),
  })
  .map((body) =>
    toPath(`${workflow}/execute`, { input: { a: 1 }, ...body }, { headers: [['x-draft', 'true']] }),
  );

const pinned = fc
  .record({
    blockId: fc.constantFrom('start', 'nobody', '__proto__', '%00', 'x'.repeat(5_000)),
    output: fc.constantFrom<unknown>(
      1,
      null,
      { a: '***' },
      text(['x', 4_900_000]),
      repeated('[', '[],', '1]', 200_000),
    ),
  })
  .map(({ blockId, output }) =>
    toPath(`${workflow}/pins/${blockId}`, { output }, { method: 'PUT' }),
  );

const tested = fc
  .constantFrom<unknown>(
    { tests: [{ test: { name: 'a' } }] },
    { tests: [{ test: { name: 'a', mocks: { start: {} }, expect: { path: ['x'] } } }] },
    { tests: repeated('[', '{"test":{"name":"a"}},', '1]', 100_000) },
    { tests: [{ test: { name: 'a', input: text(['x', 4_900_000]) } }] },
    {
      tests: [
        { test: { name: 'a', mocks: { start: { each: repeated('[', '1,', '1]', 400_000) } } } },
      ],
    },
  )
  .map((body) => toPath(`${workflow}/tests`, body, { method: 'PUT' }));

const others = fc.constantFrom(
  toPath(`${workflow}/tests/run`, {}, { times: 5 }),
  toPath(`${workflow}/pins`, undefined, { method: 'GET' }),
  toPath(`${workflow}/pins/start`, undefined, { method: 'DELETE' }),
  toPath(`${workflow}/listen`, {}),
  toPath(`${workflow}/listen`, undefined, { method: 'DELETE' }),
  toPath(`${workflow}/versions?limit=1000`, undefined, { method: 'GET' }),
  toPath(`${workflow}/versions/9007199254740993/deploy`, {}),
  toPath(`${workflow}/deploy`, { note: 'x'.repeat(100_000) }),
  toPath(`${workflow}/pause`, {}),
  toPath(`${workflow}/resume`, {}),
  toPath(`${workflow}/undeploy`, {}),
  toPath('/api/v1/block-types', undefined, { method: 'GET', times: 20 }),
);

/** Of a workflow with one block, `start`. */
export const drafting: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: checked },
    { weight: 3, arbitrary: saved },
    { weight: 1, arbitrary: laidOut },
    { weight: 1, arbitrary: filed },
    { weight: 1, arbitrary: previewed },
    { weight: 2, arbitrary: tried },
    { weight: 1, arbitrary: pinned },
    { weight: 1, arbitrary: tested },
    { weight: 2, arbitrary: others },
  ),
  { minLength: 1, maxLength: 4 },
);
