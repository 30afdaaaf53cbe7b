/** The first answer to each approval. Index: the primary key, unless stated. */

/**
 * $1 execution, $2 block, $3 iteration, $4 wait, $5 workspace. A row when this answer is the first.
 * One that was not appended within a minute was lost with its process. One that the read model does
 * not show after ten minutes was lost with its log. Either makes room for the next answer.
 * Old rows go with each answer: the read model then knows that the approval ended. Index
 * approval_answer_age.
 */
export const reserveAnswerSql = `
with old as (
  delete from approval_answer where ctid = any(array(
    select ctid from approval_answer where reserved_at < now() - interval '1 day' order by reserved_at limit 10
    for update skip locked)))
insert into approval_answer as a (execution_id, block_id, iteration, wait_id, workspace_id)
values ($1::uuid, $2, $3, $4::int, $5::uuid)
on conflict (execution_id, block_id, iteration, wait_id) do update set reserved_at = now(), appended_at = null
  where a.reserved_at < now() - case when a.appended_at is null then interval '1 minute' else interval '10 minutes' end
returning execution_id`;

/** $1 execution, $2 block, $3 iteration, $4 wait. */
export const answerAppendedSql = `
update approval_answer set appended_at = now()
where execution_id = $1::uuid and block_id = $2 and iteration = $3 and wait_id = $4::int`;

/** $1 execution, $2 block, $3 iteration, $4 wait. */
export const releaseAnswerSql = `
delete from approval_answer
where execution_id = $1::uuid and block_id = $2 and iteration = $3 and wait_id = $4::int and appended_at is null`;
