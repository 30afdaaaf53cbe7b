/**
 * Statements on trials, holds and exits. Indexes: primary keys, unless a statement names another.
 */

/** Ends the previous trial, begins this one, reads earlier owners' outcomes, in one snapshot. */
export const beginTrialSql = `
with ended as (
    update execution_trial set is_open = false where execution_id = $7::uuid and claim_offset = $8::bigint
      and (execution_id, claim_offset) <> ($1::uuid, $2::bigint)),
  begun as (
    insert into execution_trial
      (execution_id, claim_offset, partition, runner_id, workspace_id, workflow_id, started_at, is_open)
    values ($1, $2, $3, $4, $5, $6, now(), true)
    on conflict (execution_id, claim_offset) do update set is_open = true, started_at = now(), symptom = null)
select count(*)::int as trials,
  count(*) filter (where t.is_open and (t.symptom is not null or e.cause is not null))::int as lone_deaths,
  (array_agg(coalesce(t.symptom, e.cause) order by t.started_at desc)
    filter (where t.is_open and (t.symptom is not null or e.cause is not null)))[1] as cause
from execution_trial t left join runner_exit e on e.runner_id = t.runner_id
where t.execution_id = $1 and t.claim_offset <> $2`;

/** $1 execution, $2 claim offset, $3 symptom: the process seems about to end. */
export const noteSymptomSql = `
update execution_trial set symptom = $3 where execution_id = $1 and claim_offset = $2 and is_open`;

export const endTrialSql = `
update execution_trial set is_open = false, symptom = null where execution_id = $1 and claim_offset = $2`;

export const loseTrialSql = `
update execution_trial set is_open = false where execution_id = $1 and claim_offset = $2 and symptom is null`;

export const forgetTrialsSql = 'delete from execution_trial where execution_id = $1';

/** Index: execution_trial_age. */
export const forgetOldTrialsSql = `
delete from execution_trial where started_at < now() - interval '7 days'`;

/**
 * Replaces the rows of earlier owners and returns how many were unreleased. At most one row per
 * owner of the partition.
 */
export const recordHoldSql = `
with earlier as (
    delete from runner_hold where partition = $1 and (runner_id, claim_offset) <> ($2::uuid, $3::bigint)
    returning released_at),
  taken as (
    insert into runner_hold (partition, runner_id, claim_offset) values ($1, $2, $3)
    on conflict (partition, runner_id, claim_offset) do update set released_at = null)
select count(*) filter (where released_at is null)::int as unreleased from earlier`;

export const releaseHoldSql = `
update runner_hold set released_at = now() where partition = $1 and runner_id = $2 and claim_offset = $3`;

export const noteExitSql = `
insert into runner_exit (runner_id, cause) values ($1, $2) on conflict (runner_id) do nothing`;

/** A handful of rows: reads the whole table. */
export const forgetOldExitsSql = `delete from runner_exit where noted_at < now() - interval '7 days'`;

/** For `npm run executions`. Reads the whole table, which holds only unended suspects. */
export const listTrialsSql = `
select t.execution_id,
  count(*) filter (where t.is_open and (t.symptom is not null or e.cause is not null))::int as lone_deaths
from execution_trial t left join runner_exit e on e.runner_id = t.runner_id
group by t.execution_id`;
