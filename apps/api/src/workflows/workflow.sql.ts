/**
 * $1 workspace, $2 path, $3 workflow. Claims a path that is free or already the workflow's; no row
 * when another workflow of the workspace has it. Index: primary key of trigger_route.
 */
export const claimPathSql = `
  insert into trigger_route (workspace_id, path, workflow_id) values ($1, $2, $3)
  on conflict (workspace_id, path) do update set workflow_id = excluded.workflow_id
  where trigger_route.workflow_id = excluded.workflow_id
  returning path`;

/** $1 workflow, $2 paths to keep. Index: trigger_route_of_workflow. */
export const releasePathsSql =
  'delete from trigger_route where workflow_id = $1 and path <> all($2)';

/** $1 workspace, $2 path. Index: primary key of trigger_route. */
export const holderOfPathSql = `
  select w.id, w.name from trigger_route r join workflow w on w.id = r.workflow_id
  where r.workspace_id = $1 and r.path = $2`;

/** $1 workspace, $2 paths; returns those that a workflow holds. Index: primary key. */
export const heldPathsSql =
  'select path from trigger_route where workspace_id = $1 and path = any($2)';

/** $1 workspace. Index: trigger_token_current. */
export const currentTokenSql =
  'select token from trigger_token where workspace_id = $1 and ends_at is null';

const versionColumns =
  'v.workflow_id, v.version, v.content_hash, v.created_at, v.deployed_by, v.note';

/**
 * $1 workflow, $2 workspace, $3 versions below this one, $4 limit. Newest first, without snapshots
 * of drafts. Indexes: primary keys.
 */
export const versionPageSql = `
  select ${versionColumns} from workflow_version v
  join workflow w on w.id = v.workflow_id and w.workspace_id = $2 and w.deleted_at is null
  where v.workflow_id = $1 and v.version > 0 and v.version < $3 order by v.version desc limit $4`;

/** $1 workflow, $2 workspace, $3 version. Indexes: primary keys. */
export const getVersionSql = `
  select ${versionColumns}, coalesce(v.definition_text, v.definition::text) as definition,
    l.layout::text as layout
  from workflow_version v
  join workflow w on w.id = v.workflow_id and w.workspace_id = $2 and w.deleted_at is null
  left join workflow_layout l on l.workflow_id = v.workflow_id and l.version = v.version
  where v.workflow_id = $1 and v.version = $3 and v.version > 0`;

/** $1 workflows. The last run of each. Index: execution_log_of_workflow. */
export const lastRunsSql = `
  select w.id as workflow_id, l.execution_id, l.status, l.started_at
  from unnest($1::uuid[]) as w(id)
  cross join lateral (
    select execution_id, status, started_at from execution_log
    where workflow_id = w.id order by started_at desc, id desc limit 1) l`;

/**
 * $1 workspace, $2 pattern of the name, $3 folder, $4 whether deployed, $5 kinds of triggers, each
 * null for all; $6 most workflows to order, $7 1 for the oldest run first or -1, $8 and $9 the
 * position, $10 limit. A workflow without a run has place 0. `chosen` exceeds $6 if there are more.
 * Indexes: workflow_of_workspace or workflow_search, then execution_log_of_workflow for each.
 */
export const workflowsByLastRunSql = `
  with chosen as materialized (
    select w.id from workflow w
    where w.workspace_id = $1 and w.deleted_at is null
      and ($2::text is null or
        (uuid_hash_extended(w.workspace_id, 0) = uuid_hash_extended($1::uuid, 0) and w.name ilike $2))
      and ($3::text is null or w.folder_id = $3)
      and ($4::boolean is null or (w.deployed_version is not null) = $4)
      and ($5::text[] is null or w.trigger_kind = any($5))
    limit $6::int + 1),
  placed as (
    select c.id, coalesce($7::int * (extract(epoch from l.started_at) * 1000)::bigint, 0) as place
    from chosen c left join lateral (
      select started_at from execution_log where workflow_id = c.id
      order by started_at desc, id desc limit 1) l on true)
  select id, place, (select count(*) from chosen)::int as chosen from placed
  where $8::bigint is null or (place, id) > ($8, $9::uuid)
  order by place, id limit $10`;

/**
 * $1 workspace, $2 workflows. Outcomes and durations of each that ran in this hour or the 23
 * before. Index: primary key of execution_stats, once for each workflow and hour.
 */
export const statsOfLastDaySql = `
  with by_duration as (
    select w.id as workflow_id, s.duration_bucket, sum(s.success) as success, sum(s.error) as error,
      sum(s.cancelled) as cancelled
    from unnest($2::uuid[]) as w(id)
    cross join generate_series(date_trunc('hour', now(), 'UTC') - interval '23 hours', now(), interval '1 hour') as b(starts_at)
    cross join lateral (
      select * from execution_stats x
      where x.workspace_id = $1::uuid and x.width_minutes = 60 and x.starts_at = b.starts_at and x.workflow_id = w.id) s
    group by w.id, s.duration_bucket),
  ranked as (
    select *, sum(success + error + cancelled) over (partition by workflow_id order by duration_bucket) as upto,
      sum(success + error + cancelled) over (partition by workflow_id) as ended
    from by_duration)
  select workflow_id, sum(success)::float8 as success, sum(error)::float8 as error, sum(cancelled)::float8 as cancelled,
    min(duration_bucket) filter (where upto >= 0.5 * ended) as p50_bucket,
    min(duration_bucket) filter (where upto >= 0.95 * ended) as p95_bucket
  from ranked group by workflow_id`;
