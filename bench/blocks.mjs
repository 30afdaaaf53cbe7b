/**
 * `node bench/blocks.mjs [blocks] [n8n]`: the cost of one block. Runs chains of conditions, chains
 * of alternating conditions and functions, and an empty chain; `n8n` adds the same chains in n8n.
 * The difference to the empty chain, divided by the number of blocks, is one block. CPU-ms include
 * everything a system needs. ROUNDS (3, median), EXECUTIONS per level (80), WARM (20 s each, so
 * that the code is compiled).
 */
import { shoot } from './load.mjs';
import { startN8n } from './n8n-peer.mjs';
import { nodeOf, workflowOf } from './n8n-workflow.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, deploy, startProduct, startStub } from './product.mjs';

const [count, peer] = [Number(process.argv[2] ?? 100), process.argv[3]];
const executions = Number(process.env.EXECUTIONS ?? 80);
const warmSeconds = Number(process.env.WARM ?? 20);
const rounds = Number(process.env.ROUNDS ?? 3);
/** More than one, so that idle time is not counted as work. */
const callers = 4;

const kinds = {
  none: [],
  conditions: Array.from({ length: count }, () => 'condition'),
  'conditions and functions': Array.from({ length: count }, (_, n) =>
    n % 2 === 0 ? 'condition' : 'function',
  ),
};
const pathOf = (kind) => `chain-${Object.keys(kinds).indexOf(kind)}`;

const configOf = {
  condition: { conditions: [{ port: 'yes', expression: '<webhook.body.amount> === 42' }] },
  function: { code: 'return <webhook.body.amount> + 1' },
};

function ourChain(kind) {
  const all = [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: pathOf(kind) } },
    ...kinds[kind].map((type, n) => ({
      id: `b${n}`,
      type,
      name: `B${n}`,
      config: configOf[type],
    })),
    { id: 'done', type: 'response', name: 'Done', config: { body: { ok: true } } },
  ];
  const edges = all.slice(1).map(({ id }, n) => ({
    from: all[n].id,
    to: id,
    ...(all[n].type === 'condition' && { port: 'yes' }),
  }));
  return { blocks: all, edges };
}

const theirNode = {
  condition: (n) => nodeOf.equals(`b${n}`, `B${n}`, '={{ $json.body.amount }}', 42),
  function: (n) =>
    nodeOf.code(
      `b${n}`,
      `B${n}`,
      'const { body } = $input.first().json; return [{ json: { body, sum: body.amount + 1 } }];',
    ),
};

function theirChain(kind, index) {
  return workflowOf(`benchChain00000${index}`, [
    nodeOf.webhook('hook', 'Webhook', pathOf(kind)),
    ...kinds[kind].map((type, n) => theirNode[type](n)),
    nodeOf.respond('done', 'Done', '={{ JSON.stringify({ ok: true }) }}'),
  ]);
}

async function startSystems() {
  const product = await startProduct(await startStub());
  const names = Object.keys(kinds);
  const urls = {};
  for (const name of names) {
    const { triggerUrl } = await deploy(
      product.baseUrl,
      product.credentials.apiKey,
      ourChain(name),
    );
    urls[name] = triggerUrl;
  }
  const systems = {
    ours: {
      urlOf: (kind) => urls[kind],
      pids: [product.pid],
    },
  };
  if (peer === 'n8n') {
    const { baseUrl, pids } = await startN8n(names.map(theirChain), pathOf('none'));
    systems.n8n = { urlOf: (kind) => `${baseUrl}/webhook/${pathOf(kind)}`, pids };
  }
  return systems;
}

const cpuMsOf = (pids) =>
  pids.flatMap((pid) => Object.values(usageBelow(pid))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);
const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];

async function measure({ urlOf, pids }, kind) {
  const before = cpuMsOf(pids);
  const shot = await shoot(urlOf(kind), callers, undefined, executions);
  return { cpuMs: (cpuMsOf(pids) - before) / shot.count, p50: shot.p50 };
}

async function main() {
  const systems = await startSystems();
  const runs = {};
  for (const [name, system] of Object.entries(systems))
    for (const kind of Object.keys(kinds)) {
      await shoot(system.urlOf(kind), callers, warmSeconds);
      runs[`${name}, ${kind}`] = [];
    }
  for (let round = 0; round < rounds; round += 1)
    for (const kind of Object.keys(kinds))
      for (const [name, system] of Object.entries(systems)) {
        const run = await measure(system, kind);
        runs[`${name}, ${kind}`].push(run);
        console.error(
          `${round + 1}: ${name}, ${kind}: ${run.cpuMs.toFixed(1)} CPU-ms an execution`,
        );
      }
  const medianOf = (key, figure) => median(runs[key].map((run) => run[figure]));
  const blockOf = (name, kind, figure) =>
    (medianOf(`${name}, ${kind}`, figure) - medianOf(`${name}, none`, figure)) / count;
  console.log(
    `| chain of ${count} | system | CPU-ms an execution | CPU-ms a block | p50 ms an execution |`,
  );
  console.log('| --- | --- | --- | --- | --- |');
  for (const kind of Object.keys(kinds))
    for (const name of Object.keys(systems)) {
      const key = `${name}, ${kind}`;
      const block = kind === 'none' ? '—' : blockOf(name, kind, 'cpuMs').toFixed(3);
      const figures = [medianOf(key, 'cpuMs').toFixed(1), block, medianOf(key, 'p50').toFixed(1)];
      console.log(`| ${[kind, name, ...figures].join(' | ')} |`);
    }
  if (systems.n8n === undefined) return;
  for (const kind of Object.keys(kinds).slice(1)) {
    const times = blockOf('n8n', kind, 'cpuMs') / blockOf('ours', kind, 'cpuMs');
    console.log(`\n${kind}: a node of n8n takes ${times.toFixed(1)} times the CPU of a block`);
  }
}

try {
  await main();
} finally {
  await closeAll();
}
