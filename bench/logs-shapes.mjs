/**
 * Query shapes whose cost must not grow with the number of logs, as parameters of `GET
 * /api/v1/logs`.
 */
import { createHash } from 'node:crypto';

/** The same ids as in logs-data.mjs. */
export const idOf = (kind, number) => {
  const hex = createHash('md5').update(`${kind}${number}`).digest('hex');
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-8$3-8$4-$5');
};

const big = { workspaceId: idOf('w', 0) };
const small = { workspaceId: idOf('w', 700) };
/** The first and the last of the twenty workflows of the largest workspace. */
const [busy, quiet] = [idOf('f', 0), idOf('f', 19)];
const daysAgo = (days) => new Date(Date.now() - days * 86_400_000).toISOString();

/** Workflows by the folder they are put into. */
export const folders = { busy, quiet };

/** `page`: the number of the measured page, reached by following nextCursor. */
export const shapes = [
  { name: 'newest page, largest workspace', query: big },
  { name: 'newest page, small workspace', query: small },
  { name: 'polling: asc from a week ago', query: { ...big, order: 'asc', startDate: daysAgo(7) } },
  { name: 'page 1,000', query: big, page: 1_000 },
  { name: 'page 1,000 of ten', query: { ...big, limit: '10' }, page: 1_000 },
  { name: 'level=error', query: { ...big, level: 'error' } },
  { name: 'status=running', query: { ...big, status: 'running' } },
  { name: 'one workflow', query: { ...big, workflowIds: busy } },
  {
    name: 'one workflow, errors only',
    query: { ...big, workflowIds: quiet, level: 'error' },
  },
  { name: 'folder of a busy workflow', query: { ...big, folderIds: 'busy' } },
  { name: 'folder of a quiet workflow', query: { ...big, folderIds: 'quiet' } },
  { name: 'triggers=schedule (1 %)', query: { ...big, triggers: 'schedule' } },
  { name: 'minDurationMs, 1 in 1,000', query: { ...big, minDurationMs: '50000' } },
  { name: 'minCost, 1 in 1,000', query: { ...big, minCost: '0.039' } },
  { name: 'model, 1 in 5,000', query: { ...big, model: 'rare-model' } },
  { name: 'search, rare text, 7 days', query: { ...big, search: 'ord-1a2b3' } },
  { name: 'search, common text, 7 days', query: { ...big, search: 'left at the door' } },
];
