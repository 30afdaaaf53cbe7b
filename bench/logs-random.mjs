/**
 * Random filter combinations, one after the other, to find slow ones that no test names. SEED
 * (1), COMBINATIONS (2,000).
 */
import { ask } from './logs-client.mjs';
import { idOf } from './logs-shapes.mjs';

const combinations = Number(process.env.COMBINATIONS ?? 2_000);

/** mulberry32 */
function randomOf(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString();
/** Ordered from busiest to quietest. */
const workflows = Array.from({ length: 20 }, (_, number) => idOf('f', number));
const ended = ['success', 'error', 'cancelled'];
const filters = {
  workflowIds: [
    workflows.at(0),
    workflows.at(-1),
    workflows.slice(0, 3).join(),
    workflows.slice(-3).join(),
  ],
  folderIds: ['busy', 'quiet', 'busy,quiet', 'none'],
  triggers: ['api', 'chat', 'schedule', 'manual', 'schedule,chat', 'webhook'],
  level: ['info', 'error'],
  status: ['queued', 'running', 'retrying', 'paused', ...ended],
  startDate: [80, 45, 20, 7, 1, 0.05].map(daysAgo),
  endDate: [50, 10, 3, 0.01].map(daysAgo),
  minDurationMs: ['1', '1000', '20000', '50000', '900000'],
  maxDurationMs: ['1', '100', '5000', '100000'],
  minCost: ['0', '0.001', '0.01', '0.039', '5'],
  maxCost: ['0', '0.0001', '0.01'],
  model: ['rare-model', 'nothing', 'small', 'large'],
  search: ['ord-1a2b3', 'left at the door', 'nowhere at all', 'ing', 'timeout'],
  executionId: [idOf('e', 7)],
  order: ['asc', 'desc'],
  limit: ['1', '10', '100', '1000'],
  details: ['basic', 'full'],
  includeTraceSpans: ['true', 'false'],
  includeFinalOutput: ['true', 'false'],
};
const notOfTail = ({ order, endDate, status, ...query }) => ({
  ...query,
  ...(ended.includes(status) && { status }),
});

/** @returns {boolean} whether the api must answer the query with 400 */
const isInverted = (query) =>
  Number(query.minDurationMs) > Number(query.maxDurationMs) ||
  Number(query.minCost) > Number(query.maxCost) ||
  query.startDate > query.endDate;

export async function measureRandom({ base }) {
  const random = randomOf(Number(process.env.SEED ?? 1));
  const oneOf = (list) => list[Math.floor(random() * list.length)];
  const measured = [];
  while (measured.length < combinations) {
    const drawn = { workspaceId: idOf('w', oneOf([0, 0, 0, 700])) };
    for (let left = 1 + Math.floor(random() * 4); left > 0; left -= 1) {
      const name = oneOf(Object.keys(filters));
      drawn[name] = oneOf(filters[name]);
    }
    const [path, query] = random() < 0.25 ? ['logs/tail', notOfTail(drawn)] : ['logs', drawn];
    if (isInverted(query)) continue;
    const before = performance.now();
    await ask(base, query, path);
    const { workspaceId, ...shown } = query;
    measured.push({ took: performance.now() - before, path, shown });
  }
  measured.sort((a, b) => b.took - a.took);
  console.log(`${combinations} random combinations of filters; the slowest:`);
  for (const { took, path, shown } of measured.slice(0, 10))
    console.log(`${took.toFixed(0)} ms  ${path} ${JSON.stringify(shown)}`);
}
