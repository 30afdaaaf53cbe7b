/** The most frequent reads of programs: the tail and a single log. Through the api only. */
import { ask, get, ms, ratio, timedInTurns } from './logs-client.mjs';

const since = (hours) => new Date(Date.now() - hours * 3_600_000).toISOString();

async function readsOf({ base }, workspaceId) {
  const { position } = await get(base, { workspaceId, startDate: since(0) }, 'logs/tail');
  const newest = (await get(base, { workspaceId, limit: '1' })).data[0];
  return [
    ['tail: first call, an hour ago', { workspaceId, startDate: since(1) }, 'logs/tail'],
    ['tail: first call, 45 days ago', { workspaceId, startDate: since(45 * 24) }, 'logs/tail'],
    ['tail: nothing new', { workspaceId, after: position }, 'logs/tail'],
    ['one log with its spans', { workspaceId }, `logs/${newest.id}`],
  ];
}

/**
 * Filters that match nothing: the api answers after one second of searching. This times that first
 * answer.
 */
const rare = [
  ['tail: from the oldest, what nobody has', { status: 'cancelled' }, 'logs/tail'],
  ['list: what nobody has', { status: 'cancelled' }, 'logs'],
];

async function measureRare(small, large, workspaceId) {
  for (const [name, filters, path] of rare) {
    const query = { workspaceId, ...filters };
    const acts = [small, large].map(
      ({ base }) =>
        () =>
          ask(base, query, path),
    );
    const [few, at] = await timedInTurns(acts, { runs: 10, rounds: 1 });
    console.log(`| ${name} | ${ms(few)} | ${ms(at)} | ${ratio(at.p50, few.p50)} |`);
  }
}

export async function measureReads(small, large, workspaceId) {
  await measureRare(small, large, workspaceId);
  const many = await readsOf(large, workspaceId);
  for (const [index, [name, ...asked]] of (await readsOf(small, workspaceId)).entries()) {
    const [, ...askedOfMany] = many[index];
    const [few, at] = await timedInTurns([
      () => ask(small.base, ...asked),
      () => ask(large.base, ...askedOfMany),
    ]);
    console.log(
      `| ${name} | ${ms(few)} | ${ms(at)} | ${ratio(at.p50, few.p50)} / ${ratio(at.p99, few.p99)} |`,
    );
  }
}
