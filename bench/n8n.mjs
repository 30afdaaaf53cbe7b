/**
 * `node bench/n8n.mjs [progress]`: the slice (webhook -> HTTP -> condition -> response) through n8n
 * and through us, alternating, with the same driver and stub. ROUNDS (3, median), SECONDS per level
 * (10), WARM (30 s each). CPU-ms per execution include everything a system needs: for us the broker
 * and Postgres, for n8n its Postgres.
 */
import { shoot } from './load.mjs';
import { startN8n } from './n8n-peer.mjs';
import { nodeOf, workflowOf } from './n8n-workflow.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, startProduct, startStub } from './product.mjs';

const seconds = Number(process.env.SECONDS ?? 10);
const warmSeconds = Number(process.env.WARM ?? 30);
const rounds = Number(process.env.ROUNDS ?? 3);
const progress = process.argv[2] === 'progress';
const levels = [1, 10, 50];

const sliceOf = (stubUrl) =>
  workflowOf(
    'benchHttpIf000001',
    [
      nodeOf.webhook('n1', 'Webhook', 'bench'),
      nodeOf.post('n2', 'HTTP', `${stubUrl}/ok`, '={{ JSON.stringify({ id: $json.body.id }) }}'),
      nodeOf.equals('n3', 'If', '={{ $json.statusCode }}', 200),
      nodeOf.respond('n4', 'OK', '={{ JSON.stringify({ ok: true, echo: $json.body }) }}'),
    ],
    { If: nodeOf.respond('n5', 'Bad', '={{ JSON.stringify({ ok: false }) }}', 502) },
  );

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const cpuMsOf = (pids) =>
  pids.flatMap((pid) => Object.values(usageBelow(pid))).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

async function measure({ url, pids }, callers) {
  const before = cpuMsOf(pids);
  const { count, rate, p50, p99 } = await shoot(url, callers, seconds);
  return { rate, p50, p99, cpuMs: (cpuMsOf(pids) - before) / count };
}

const medianOf = (runs) =>
  Object.fromEntries(
    ['rate', 'p50', 'p99', 'cpuMs'].map((figure) => [
      figure,
      median(runs.map((run) => run[figure])),
    ]),
  );

async function main() {
  const stubUrl = await startStub();
  const product = await startProduct(stubUrl);
  const n8n = await startN8n([sliceOf(stubUrl)], 'bench', { progress });
  const systems = {
    ours: { url: product.url, pids: [product.pid] },
    n8n: { url: `${n8n.baseUrl}/webhook/bench`, pids: n8n.pids },
  };
  for (const { url } of Object.values(systems)) await shoot(url, 10, warmSeconds);
  console.log(
    `\nn8n saves ${progress ? 'after every node' : 'at the end'}; medians of ${rounds}\n`,
  );
  console.log('| callers | system | executions/s | p50 ms | p99 ms | CPU-ms per execution |');
  console.log('|---|---|---|---|---|---|');
  const ratios = [];
  for (const callers of levels) {
    const runs = { ours: [], n8n: [] };
    for (let round = 0; round < rounds; round += 1)
      for (const [name, system] of Object.entries(systems))
        runs[name].push(await measure(system, callers));
    const [ours, n8n] = [medianOf(runs.ours), medianOf(runs.n8n)];
    for (const [name, { rate, p50, p99, cpuMs }] of Object.entries({ ours, n8n }))
      console.log(
        `| ${callers} | ${name} | ${rate.toFixed(0)} | ${p50.toFixed(1)} | ${p99.toFixed(1)} | ${cpuMs.toFixed(2)} |`,
      );
    const times = (a, b) => `${(a / b).toFixed(2)}×`;
    ratios.push(
      `| ${callers} | ${times(ours.rate, n8n.rate)} | ${times(ours.p50, n8n.p50)} | ${times(ours.p99, n8n.p99)} | ${times(ours.cpuMs, n8n.cpuMs)} |`,
    );
  }
  console.log('\n| callers | rate over n8n | p50 over n8n | p99 over n8n | CPU over n8n |');
  console.log(['|---|---|---|---|---|', ...ratios].join('\n'));
}

try {
  await main();
} finally {
  await closeAll();
}
