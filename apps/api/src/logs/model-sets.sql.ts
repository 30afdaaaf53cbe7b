/** Reads along the sets of models (model-sets.ts). Index: execution_log_model_sets. */
import { inIndexOrder } from './log-walk.js';

/** With more of them in a workspace the jumps would take longer than what they are for. */
export const maxModelSets = 256;

const hash = 'hash_array_extended(l.models, 0)';
const withModels = `l.models <> '{}'`;

/** Values are hidden from the planner: there is one good plan (`isPlain` in log.sql.ts). */
const jump = (further: string) => `
  select ${hash} as hash, l.models from execution_log l
  where l.workspace_id = (select $1::uuid) and ${withModels} ${further}
  order by 1 limit 1`;
export const modelSetsSql = `
with recursive model_set as (
  (${jump('')})
  union all
  select next.* from model_set cross join lateral (${jump(`and ${hash} > model_set.hash`)}) next
)
select hash::text, models @> array[(select $2::text)] as is_asked
from model_set limit ${maxModelSets + 1}`;

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
