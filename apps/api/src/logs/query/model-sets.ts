/**
 * Reads logs by model, in order and without touching other logs. An execution has a sorted set of
 * models, and a workspace has few distinct sets. Index jumps list the sets first; then the newest
 * logs of each set with the model are read. The key is a hash because an index entry is at most
 * 2,700 bytes; 64 bits keep the sets of one workspace distinct.
 */
import type { Database } from '@libs/persistence';
import { maxModelSets, modelSetsSql } from './model-sets.sql.js';

/** Most sets searched for one model: Postgres plans a scan of each, in every partition. */
export const maxMergedSets = 16;

/** @returns hashes of the sets with the model; null when there are too many */
export async function readModelSets(
  pool: Pick<Database['pool'], 'query'>,
  workspaceId: string,
  model: string,
): Promise<readonly string[] | null> {
  const { rows } = await pool.query<{ hash: string; is_asked: boolean }>({
    name: 'model-sets',
    text: modelSetsSql,
    values: [workspaceId, model],
  });
  const asked = rows.filter((row) => row.is_asked).map((row) => row.hash);
  return rows.length > maxModelSets || asked.length > maxMergedSets ? null : asked;
}
