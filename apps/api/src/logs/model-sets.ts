/**
 * Logs by model, in order and without a look at any other: an execution names the models that it used together, and the different sets
 * that a workspace uses are few (the projector sorts them). So they are read first, by a jump from one to the next in the index, and then the newest logs of each set that
 * has the model. The key is a set's hash, for an index takes 2,700 bytes at most; of 64 bits, so that no two sets of a workspace are
 * taken for one.
 */
import type { Database } from '@libs/persistence';
import { inIndexOrder } from './log-walk.js';

/** With more of them in a workspace the jumps would take longer than what they are for. */
export const maxModelSets = 256;

/** A model is looked for in so many sets: Postgres plans a scan of each, in every partition. */
export const maxMergedSets = 16;

/** Index execution_log_model_sets. */
const hash = 'hash_array_extended(l.models, 0)';
const withModels = `l.models <> '{}'`;

/** Values are hidden from the planner: there is one good plan (`isPlain` in log.sql.ts). */
const jump = (further: string) => `
  select ${hash} as hash, l.models from execution_log l
  where l.workspace_id = (select $1::uuid) and ${withModels} ${further}
  order by 1 limit 1`;
const modelSetsSql = `
with recursive model_set as (
  (${jump('')})
  union all
  select next.* from model_set cross join lateral (${jump(`and ${hash} > model_set.hash`)}) next
)
select hash::text, models @> array[(select $2::text)] as is_asked
from model_set limit ${maxModelSets + 1}`;

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

/**
 * `execution_log l` by its models for who reads it in order and may stop at any row: Postgres merges the sets as they are read, for each is
 * in order by itself.
 * @param modelSets placeholders of hashes, at least one
 * @param conditions of everything but the model, the workspace among them
 * @param order by started_at and id, in either direction
 * @param most rows that are read of each
 */
export const mergedModelSets = (
  modelSets: readonly string[],
  conditions: string,
  order: string,
  most: number,
): string => {
  const ofSet = (set: string): string => `
      (select l.* from execution_log l where ${withModels} and ${hash} = ${set} and ${conditions}
      ${order} limit ${inIndexOrder(most)})`;
  return `(${modelSets.map(ofSet).join(' union all ')}) l`;
};

/**
 * The first rows of `execution_log l` by their models: as many of each set as could be wanted, one index scan for each.
 * @param modelSets placeholder of hashes
 * @param conditions of everything but the model, the workspace among them
 * @param order by started_at and id, in either direction
 */
export const ofModelSets = (
  modelSets: string,
  conditions: string,
  order: string,
  limit: number,
) => `
  select l.* from unnest(${modelSets}) as model_set(hash)
  cross join lateral (
    select l.* from execution_log l
    where ${withModels} and ${hash} = model_set.hash and ${conditions}
    ${order}
    limit ${inIndexOrder(limit)}) l
  ${order}
  limit ${limit}`;
