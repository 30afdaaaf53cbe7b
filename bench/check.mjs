/**
 * CPU of a definition's check by its number of blocks, and its longest turn of the event loop:
 * `node bench/check.mjs`. Exits 1 when 2,000 blocks cost more than 2.3 times 1,000, or a turn of
 * the largest definition of any shape takes more than 250 ms of CPU.
 */
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from '../scripts/build.mjs';

const root = join(import.meta.dirname, '..');
ensureBuilt(root, process.execPath);
const { definitionChecks, textChecks } = await import(
  pathToFileURL(join(root, 'dist/libs/blocks/src/index.js')).href
);

/**
 * Room for all that one check leaves behind, in MiB: whether a collection falls into it is chance,
 * and one costs as much as a tenth of the check.
 */
const youngMib = 64;
const flags = [
  '--expose-gc',
  `--min-semi-space-size=${youngMib}`,
  `--max-semi-space-size=${youngMib}`,
];
if (globalThis.gc === undefined) {
  const script = fileURLToPath(import.meta.url);
  const { status } = spawnSync(process.execPath, [...flags, script], { stdio: 'inherit' });
  process.exit(status ?? 1);
}
const collectGarbage = globalThis.gc;

const mostGrowth = 2.3;
const mostTurnMs = 250;
/** Before the first measured round: code is compiled to its last tier. */
const warmRounds = 5;
const rounds = 9;
const pairs = 41;

const hook = { id: 'hook', type: 'webhook', name: 'Hook', config: { path: 'p' } };
const numbers = (count) => Array.from({ length: count }, (_, index) => index);
const edge = (from, to, port) => ({ from, to, ...(port && { port }) });
const chain = (blocks, port) =>
  blocks.map(({ id }, index) =>
    edge(index === 0 ? 'hook' : blocks[index - 1].id, id, index > 0 ? port : undefined),
  );
const set = (index, value) => ({
  ...{ id: `b${index}`, type: 'variables', name: `Block ${index}` },
  config: { values: { x: value } },
});
const flow = (blocks, edges = chain(blocks)) => ({ blocks: [hook, ...blocks], edges });

/** By shape: a definition with so many blocks. */
const shapes = {
  chain: (n) =>
    flow(numbers(n).map((i) => set(i, `<hook.body.a> <block ${Math.max(0, i - 1)}.x>`))),
  calls: (n) =>
    flow(
      numbers(n).map((i) => ({
        ...{ id: `b${i}`, type: 'api', name: `Call ${i}` },
        config: {
          url: 'https://x.example/<hook.body.id>',
          method: 'POST',
          body: { a: '<hook.body>' },
        },
      })),
    ),
  conditions: (n) =>
    flow(
      numbers(n).map((i) => ({
        ...{ id: `b${i}`, type: 'condition', name: `If ${i}` },
        config: { conditions: [{ port: 'out', expression: '<hook.body.a> > 1' }, { port: 'no' }] },
      })),
    ),
  'loops beside each other': (n) =>
    flow(
      numbers(n).map((i) =>
        i % 2 === 0
          ? { id: `b${i}`, type: 'loop', name: `Loop ${i}`, config: { type: 'count', count: 2 } }
          : set(i, '<loop.index>'),
      ),
      numbers(n).map((i) =>
        i % 2 === 1
          ? edge(`b${i - 1}`, `b${i}`, 'each')
          : edge(i === 0 ? 'hook' : `b${i - 2}`, `b${i}`),
      ),
    ),
  'unknown references': (n) => flow(numbers(n).map((i) => set(i, `<blok ${i}.x>`))),
  'wrong fields': (n) => flow(numbers(n).map((i) => ({ ...set(i, 1), config: { vals: {} } }))),
  unreachable: (n) =>
    flow(
      numbers(n).map((i) => set(i, 1)),
      [],
    ),
};

/** Hostile definitions at the limits of size. */
const largest = {
  'loops in loops': flow(
    numbers(999).map((i) => ({
      ...{ id: `b${i}`, type: 'loop', name: `Loop ${i}`, config: { type: 'count', count: 2 } },
    })),
    chain(
      numbers(999).map((i) => ({ id: `b${i}` })),
      'each',
    ),
  ),
  '990 schedules': {
    blocks: numbers(990).map((i) => ({
      ...{ id: `b${i}`, type: 'schedule', name: `S${i}` },
      config: { cron: '0 0 29 2 1', timezone: 'America/St_Johns' },
    })),
    edges: [],
  },
  '5,000 edges': flow(
    numbers(999).map((i) => set(i, 1)),
    numbers(5_000).map((i) => edge(`b${i % 500}`, `b${500 + ((i * 7) % 499)}`)),
  ),
  '20,000 references in one text': flow([set(0, '<hook.body>\n'.repeat(20_000))]),
  'references to one of 24,000 outputs': flow([
    {
      ...{ id: 'v', type: 'variables', name: 'V' },
      config: { values: Object.fromEntries(numbers(24_000).map((i) => [`name${i}`, 1])) },
    },
    set(
      0,
      numbers(10_000).map((i) => `<v.nme${i}>`),
    ),
  ]),
  'a text of backslashes': flow([set(0, '\\'.repeat(1_000_000))]),
  'a text of brackets': flow([set(0, '<hook.'.repeat(300_000))]),
  'a long name in brackets': flow([set(0, `<${'a'.repeat(1_900_000)}`)]),
  'code at its limit': flow(
    numbers(8).map((i) => ({
      ...{ id: `b${i}`, type: 'function', name: `F${i}` },
      config: { code: 'a=1+2*3;'.repeat(2_500) },
    })),
  ),
  '98,000 values': flow([set(0, numbers(49_000)), set(1, numbers(49_000))]),
  '1,000 wrong blocks': flow(
    numbers(999).map((i) => ({ ...set(i, 1), config: { [`k${i}`]: '<nobody.x>' } })),
  ),
};

/** Of this thread: V8's helper threads compile and collect at times of their own. */
const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

function measured(steps) {
  let longest = 0;
  const begun = cpuMs();
  for (;;) {
    const before = cpuMs();
    const { done } = steps.next();
    longest = Math.max(longest, cpuMs() - before);
    if (done) return { totalMs: cpuMs() - begun, longest };
  }
}

function round(stepsOf) {
  const steps = stepsOf();
  // Garbage of the round before is not this one's.
  collectGarbage();
  return measured(steps);
}

/** @returns what each round cost, after some to warm up */
function measuredRounds(count, of) {
  for (let warm = 0; warm < warmRounds; warm += 1) of();
  return numbers(count).map(of);
}

/** The least of some rounds: other work only adds. */
function least(stepsOf) {
  const runs = measuredRounds(rounds, () => round(stepsOf));
  return {
    totalMs: Math.min(...runs.map(({ totalMs }) => totalMs)),
    longest: Math.min(...runs.map(({ longest }) => longest)),
  };
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

/** Medians. A pair meets the machine in one state, so its ratio says more than that of two sums. */
function growthOf(small, large) {
  const runs = measuredRounds(pairs, () => [small, large].map((one) => round(one).totalMs));
  return {
    smallMs: median(runs.map(([one]) => one)),
    largeMs: median(runs.map(([, two]) => two)),
    growth: median(runs.map(([one, two]) => two / one)),
  };
}

const shown = (ms) => `${ms.toFixed(1).padStart(8)} ms`;
let isWithin = true;
const judge = (isRight) => {
  isWithin &&= isRight;
  return isRight ? '' : '  <-- over the bound';
};

console.log(`${'shape'.padEnd(36)} 1,000        2,000        growth`);
for (const [name, of] of Object.entries(shapes)) {
  // A block is parsed once: each round gets a definition of its own.
  const sizes = [1_000, 2_000].map((n) => () => definitionChecks(of(n)));
  const { smallMs, largeMs, growth } = growthOf(...sizes);
  console.log(
    `${name.padEnd(36)}${shown(smallMs)} ${shown(largeMs)}   ${growth.toFixed(2)}${judge(growth <= mostGrowth)}`,
  );
}
console.log(`\n${'largest definition'.padEnd(36)} total        longest turn`);
for (const [name, definition] of Object.entries(largest)) {
  const text = JSON.stringify(definition);
  for (const [how, stepsOf] of [
    ['', () => definitionChecks(JSON.parse(text))],
    [' (text)', () => textChecks(text)],
  ]) {
    const { totalMs, longest } = least(stepsOf);
    console.log(
      `${(name + how).padEnd(46)}${shown(totalMs)} ${shown(longest)}${judge(longest <= mostTurnMs)}`,
    );
  }
}
process.exit(isWithin ? 0 : 1);
