/**
 * `node bench/blocks.mjs [blocks]`: what one block costs: executions of 100 condition and function blocks in turn, of 100 conditions, and
 * of none, by one caller. The difference to none, over the number of blocks, is a block. ROUNDS (30) executions of each, in turns.
 */
import { usageBelow } from './processes.mjs';
import { closeAll, deploy, startProduct, startStub } from './product.mjs';

const blocks = Number(process.argv[2] ?? 100);
const rounds = Number(process.env.ROUNDS ?? 30);
const warmRounds = 10;

const condition = (n) => ({
  id: `b${n}`,
  type: 'condition',
  name: `B${n}`,
  config: { conditions: [{ port: 'yes', expression: '<webhook.body.id> === 1' }] },
});
const code = (n) => ({
  id: `b${n}`,
  type: 'function',
  name: `B${n}`,
  config: { code: 'return <webhook.body.id> + 1' },
});

function chainOf(path, count, make) {
  const chain = Array.from({ length: count }, (_, n) => make(n));
  const all = [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    ...chain,
    { id: 'done', type: 'response', name: 'Done', config: { body: { ok: true } } },
  ];
  const edges = all.slice(1).map(({ id }, n) => ({
    from: all[n].id,
    to: id,
    ...(all[n].type === 'condition' && { port: 'yes' }),
  }));
  return { blocks: all, edges };
}

const kinds = {
  none: [0, condition],
  conditions: [blocks, condition],
  'conditions and functions': [blocks, (n) => (n % 2 === 0 ? condition(n) : code(n))],
};

const cpuMsOf = (pid) => Object.values(usageBelow(pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

async function once(url) {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: '{"id":1}' });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.text();
}

try {
  const product = await startProduct(await startStub());
  const names = Object.keys(kinds);
  for (const [index, name] of names.entries())
    await deploy(
      product.baseUrl,
      product.credentials.apiKey,
      chainOf(`chain${index}`, ...kinds[name]),
    );
  const spent = names.map(() => ({ cpuMs: 0, wallMs: 0 }));
  for (let turn = 0; turn < 2; turn += 1) {
    for (const [index, total] of spent.entries()) {
      const url = `${product.baseUrl}/api/webhooks/trigger/chain${index}`;
      for (let round = 0; round < warmRounds; round += 1) await once(url);
      const [cpuMs, wallMs] = [cpuMsOf(product.pid), performance.now()];
      for (let round = 0; round < rounds / 2; round += 1) await once(url);
      total.cpuMs += (cpuMsOf(product.pid) - cpuMs) / rounds;
      total.wallMs += (performance.now() - wallMs) / rounds;
    }
  }
  const [floor] = spent;
  console.table(
    Object.fromEntries(
      names.map((name, index) => [
        name,
        {
          'CPU-ms an execution (app + Kafka + Postgres)': spent[index].cpuMs.toFixed(1),
          'ms an execution': spent[index].wallMs.toFixed(1),
          'CPU-ms a block': ((spent[index].cpuMs - floor.cpuMs) / blocks).toFixed(3),
          'ms a block': ((spent[index].wallMs - floor.wallMs) / blocks).toFixed(3),
        },
      ]),
    ),
  );
} finally {
  await closeAll();
}
