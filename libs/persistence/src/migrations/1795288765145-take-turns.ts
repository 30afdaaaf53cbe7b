/**
 * One round trip instead of eight when nothing waits in line and slots are free: every execution
 * that asks gets its concurrency slot. Otherwise nothing changes, and `false` says that the caller
 * must decide the order. Each statement sees the writes of earlier lock holders. Account limits are
 * arguments, because plans are configuration; null in `own_limits` means no limit.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sql = `
create function take_turns(
  executions uuid[], accounts uuid[], workflows uuid[], requested timestamptz[], own_limits int[], begun boolean[],
  limited_accounts uuid[], account_limits int[]
) returns boolean language plpgsql as $$
begin
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('execution_turn ' || id, 0) as key from unnest(accounts) id order by key) keys;
  if exists (select from execution_turn t where t.account_id = any(accounts) and t.granted_at is null)
    or exists (select from execution_turn t where t.execution_id = any(executions)) then
    return false;
  end if;
  if exists (
    select from (
      select a.workflow_id, count(*) as asking, min(a.own_limit) as own_limit
      from unnest(workflows, own_limits) as a(workflow_id, own_limit) group by a.workflow_id) w
    left join lateral (
      select true as is_deployed, (v.definition->'concurrency'->>'limit')::int as own_limit
      from workflow f join workflow_version v on v.workflow_id = f.id and v.version = f.deployed_version
      where f.id = w.workflow_id and f.deleted_at is null) d on true
    where case when d.is_deployed then d.own_limit else w.own_limit end
      < w.asking + (select count(*) from execution_turn h where h.workflow_id = w.workflow_id and h.granted_at is not null)) then
    return false;
  end if;
  if exists (
    select from unnest(limited_accounts, account_limits) as l(account_id, most)
    where l.most
      < (select count(*) from unnest(accounts) a(id) where a.id = l.account_id)
      + (select count(*) from execution_turn t
        where t.account_id = l.account_id and t.granted_at is not null and not exists (
          select from parked_execution p
          where p.execution_id = t.execution_id and p.resumed_sequence is null and p.waits->0->>'kind' <> 'turn'))) then
    return false;
  end if;
  insert into execution_turn (execution_id, account_id, workflow_id, requested_at, own_limit, granted_at, issued_at)
  select a.execution_id, a.account_id, a.workflow_id, a.requested_at, a.own_limit, now(), case when not a.has_begun then now() end
  from unnest(executions, accounts, workflows, requested, own_limits, begun)
    as a(execution_id, account_id, workflow_id, requested_at, own_limit, has_begun)
  on conflict (execution_id) do nothing;
  return true;
end $$;
`;

export class TakeTurns1795288765145 implements MigrationInterface {
  readonly name = 'TakeTurns1795288765145';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function take_turns');
  }
}
