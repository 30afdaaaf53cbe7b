/**
 * Reads logs by model, in order and without touching other logs. An execution has a sorted set of
 * models, and a workspace has few distinct sets. Index jumps list the sets first; then the newest
 * logs of each set with the model are read. The key is a hash because an index entry is at most
 * 2,700 bytes; 64 bits keep the sets of one workspace distinct. Index: execution_log_model_sets.
 */
import { inIndexOrder } from './log-walk.js';

/** Above this number of sets in a workspace, the jumps cost more than they save. */
export const maxModelSets = 256;

const hash = 'hash_array_extended(l.models, 0)';
const withModels = `l.models <> '{}'`;

/** Values are hidden from the planner: one plan is always good (`isPlain` in log.sql.ts). */
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
 * `execution_log l` by model in index order; Postgres merges the sets lazily, so a reader may stop.
 * @param modelSets placeholders of hashes, at least one
 * @param conditions all but the model, including the workspace
 * @param order by started_at and id, in either direction
 * @param most rows read per set
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
 * The first `limit` rows of `execution_log l` by model: up to `limit` per set, one index scan each.
 * @param modelSets placeholder of hashes
 * @param conditions all but the model, including the workspace
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
