/**
 * `node bench/limits.mjs`: the cost of a concurrency limit. Runs the slice without a limit, with a
 * workflow limit that is never reached, and with an account limit; alternating in one process.
 * ROUNDS (5, median), SECONDS per level (6), WARM (15 s each).
 */
import pg from 'pg';
import { shoot } from './load.mjs';
import { usageBelow } from './processes.mjs';
import { closeAll, deploy, onClose, sliceOf, startProduct, startStub } from './product.mjs';

const seconds = Number(process.env.SECONDS ?? 6);
const warmSeconds = Number(process.env.WARM ?? 15);
const rounds = Number(process.env.ROUNDS ?? 5);
const levels = [1, 50];
/** The runner caches an account's limit for less than this long. */
const accountKeptMs = 11_000;

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const cpuMsOf = (pid) => Object.values(usageBelow(pid)).reduce((sum, { cpuMs }) => sum + cpuMs, 0);

async function measure(pid, url, callers) {
  const before = cpuMsOf(pid);
  const { count, rate, p50, p99 } = await shoot(url, callers, seconds);
  return { rate, p50, p99, cpuMs: (cpuMsOf(pid) - before) / count };
}

async function main() {
  const stubUrl = await startStub();
  const { pid, url, baseUrl, credentials } = await startProduct(stubUrl);
  const limited = { ...sliceOf(stubUrl, 'limited'), concurrency: { limit: 10_000 } };
  const { triggerUrl: limitedUrl } = await deploy(baseUrl, credentials.apiKey, limited);
  const pool = new pg.Pool({ connectionString: credentials.databaseUrl, max: 1 });
  onClose(() => pool.end());
  const limitAccounts = async (limits) => {
    await pool.query('update account set limits = $1', [limits]);
    await new Promise((resolve) => setTimeout(resolve, accountKeptMs));
    await shoot(url, 10, 2);
  };
  const cases = [
    { name: 'no limit', to: url },
    { name: 'of the workflow', to: limitedUrl },
    { name: 'of the account', to: url, limits: { concurrentExecutions: 10_000 } },
  ];
  for (const { to } of cases.slice(0, 2)) await shoot(to, 10, warmSeconds);
  const runs = new Map();
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, to, limits } of cases) {
      if (limits !== undefined) await limitAccounts(limits);
      for (const callers of levels) {
        const key = `${callers} ${name}`;
        runs.set(key, [...(runs.get(key) ?? []), await measure(pid, to, callers)]);
      }
    }
    await limitAccounts({});
  }
  console.log('\n| callers | limit | executions/s | p50 ms | p99 ms | CPU-ms | CPU over none |');
  console.log('|---|---|---|---|---|---|---|');
  for (const callers of levels) {
    const ofCase = (name) => runs.get(`${callers} ${name}`);
    for (const { name } of cases) {
      const of = (figure) => median(ofCase(name).map((run) => run[figure]));
      // Compared round by round, because the machine's speed drifts.
      const ratio = median(
        ofCase(name).map(({ cpuMs }, round) => cpuMs / ofCase('no limit')[round].cpuMs),
      );
      console.log(
        `| ${callers} | ${name} | ${of('rate').toFixed(0)} | ${of('p50').toFixed(2)} | ${of('p99').toFixed(1)} | ${of('cpuMs').toFixed(2)} | ${ratio.toFixed(2)}× |`,
      );
    }
  }
}

try {
  await main();
} finally {
  await closeAll();
}
