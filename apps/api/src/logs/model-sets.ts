/**
 * Logs by model, in order and without a look at any other: an execution names the models that it used together, and the different sets
 * that a workspace uses are few (the projector sorts them). So they are read first, by a jump from one to the next in the index, and then the newest logs of each set that
 * has the model. The key is a set's hash, for an index takes 2,700 bytes at most; of 64 bits, so that no two sets of a workspace are
 * taken for one.
 */
import type { Database } from '@libs/persistence';
import { maxModelSets, modelSetsSql } from './model-sets.sql.js';

/** A model is looked for in so many sets: Postgres plans a scan of each, in every partition. */
export const maxMergedSets = 16;

/** @returns hashes of the sets that have the model; null when there are too many */
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
