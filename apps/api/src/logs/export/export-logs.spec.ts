import { expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { randomUUID } from 'node:crypto';
import type { Principal } from '../../auth/index.js';
import { LogExport } from './export-logs.js';
import { exportParameters } from '../query/log-parameters.js';
import type { LogSearcher } from '../query/log-search.js';

const workspaceId = randomUUID();

const row = () => ({
  id: randomUUID(),
  execution_id: randomUUID(),
  started_at: new Date(0),
  ended_at: new Date(1),
  error: null,
});

it('an export reads a page only after its reader has consumed the previous one', async () => {
  let pages = 0;
  const query = () => {
    pages += 1;
    return Promise.resolve({ rows: Array.from({ length: 501 }, row) });
  };
  const database = { pool: { query } } as unknown as Database;
  const searcher = { find: () => Promise.resolve(null) } as unknown as LogSearcher;
  const { pieces } = await new LogExport(database, searcher).start(
    { workspaceId, workflowIds: null } as Principal,
    exportParameters.parse({ workspaceId }),
  );
  const reader = pieces[Symbol.asyncIterator]();
  for (let taken = 1; taken <= 5; taken += 1) {
    const { value } = (await reader.next()) as { value: string };
    expect(value.trimEnd().split('\n')).toHaveLength(500);
    expect(pages).toBe(taken);
  }
});
