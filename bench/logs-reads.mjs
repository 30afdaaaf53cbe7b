/** What programs ask most: the tail, and one log. Through the api only. */
import { ask, get, ms, ratio, timed } from './logs-client.mjs';

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

export async function measureReads(small, large, workspaceId) {
  const many = await readsOf(large, workspaceId);
  for (const [index, [name, ...asked]] of (await readsOf(small, workspaceId)).entries()) {
    const few = await timed(() => ask(small.base, ...asked));
    const [, ...askedOfMany] = many[index];
    const at = await timed(() => ask(large.base, ...askedOfMany));
    console.log(
      `| ${name} | ${ms(few)} | ${ms(at)} | ${ratio(at.p50, few.p50)} / ${ratio(at.p99, few.p99)} |`,
    );
  }
}
