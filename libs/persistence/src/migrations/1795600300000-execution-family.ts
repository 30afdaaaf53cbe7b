/**
 * Executions that an execution starts, directly or through others: counted per root, and found by
 * any of their ancestors. A cancellation is a row too, so that the statement that would request or
 * admit a descendant refuses it. Rows of `execution_cancellation` carry their transaction's id: a
 * reader that asks from the oldest open transaction on misses none.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const tablesSql = `
create table execution_family (
  root_id uuid primary key,
  workspace_id uuid not null,
  descendants int not null,
  created_at timestamptz(3) not null default now(),
  check_at timestamptz(3) not null default now() + interval '1 minute'
);
create index execution_family_check on execution_family (check_at);
create index execution_family_of_workspace on execution_family (workspace_id);
create table execution_descendant (
  execution_id uuid primary key,
  root_id uuid not null,
  workspace_id uuid not null,
  ancestors uuid[] not null,
  requested_at timestamptz(3) not null default now(),
  due_at timestamptz(3),
  admitted_at timestamptz(3),
  stop_issued_at timestamptz(3),
  ended_at timestamptz(3)
);
create index execution_descendant_of_root on execution_descendant (root_id);
create index execution_descendant_open on execution_descendant (root_id) where ended_at is null;
create index execution_descendant_of_workspace on execution_descendant (workspace_id);
create table execution_cancellation (
  execution_id uuid not null,
  workspace_id uuid not null,
  root_id uuid not null,
  cancelled_at timestamptz(3) not null default now(),
  transaction_id xid8 not null default pg_current_xact_id(),
  done_at timestamptz(3),
  primary key (execution_id, workspace_id)
);
create index execution_cancellation_of_transaction on execution_cancellation (transaction_id);
create index execution_cancellation_open on execution_cancellation (cancelled_at) where done_at is null;
create index execution_cancellation_done on execution_cancellation (done_at) where done_at is not null;
create index execution_cancellation_of_workspace on execution_cancellation (workspace_id);
create table descendant_line (
  account_id uuid primary key,
  next_due_at timestamptz(3) not null
);
`;

/**
 * A parent without a row is a root, or was requested by an older release; then only its own parent
 * is known. Sorted by root against deadlocks of batches. Each statement sees earlier commits.
 */
const requestSql = `
create function request_descendants(
  children uuid[], parents uuid[], grandparents uuid[], workspaces uuid[], limits int[]
) returns table (execution_id uuid, outcome text) language plpgsql as $$
#variable_conflict use_column
declare one record;
begin
  for one in
    select a.child, a.workspace, a.most,
      coalesce(p.root_id, a.grandparent, a.parent) as root,
      coalesce(p.ancestors, array_remove(array[a.grandparent], null)) || a.parent as line
    from unnest(children, parents, grandparents, workspaces, limits) a(child, parent, grandparent, workspace, most)
    left join execution_descendant p on p.execution_id = a.parent and p.workspace_id = a.workspace
    order by root, a.child
  loop
    execution_id := one.child;
    if exists (select from execution_cancellation c where c.execution_id = any(one.line) and c.workspace_id = one.workspace) then
      outcome := 'cancelled';
    elsif exists (select from execution_descendant d where d.execution_id = one.child) then
      outcome := 'known';
    else
      insert into execution_family as f (root_id, workspace_id, descendants)
      select one.root, one.workspace, 1 where one.most > 0
      on conflict (root_id) do update set descendants = f.descendants + 1 where f.descendants < one.most;
      if found then
        outcome := 'counted';
        insert into execution_descendant as d (execution_id, root_id, workspace_id, ancestors)
        values (one.child, one.root, one.workspace, one.line) on conflict do nothing;
      else
        outcome := 'too_large';
      end if;
    end if;
    return next;
  end loop;
end $$;
`;

/**
 * Each descendant takes one token of its account's window, once. Without one, it is due one slot
 * after the last due time, so wake-ups match the window. Accounts are sorted against deadlocks.
 */
const admitSql = `
create function admit_descendants(
  executions uuid[], parents uuid[], workspaces uuid[], accounts uuid[], begun boolean[],
  limited_accounts uuid[], account_limits int[], window_ends_at bigint
) returns table (execution_id uuid, outcome text, ancestors uuid[], admitted_at timestamptz, due_at timestamptz)
language plpgsql as $$
#variable_conflict use_column
declare
  account record;
  asking uuid[];
  taken int;
  granted int;
  slot interval;
  last_due timestamptz;
  window_key text;
begin
  insert into execution_descendant as d (execution_id, root_id, workspace_id, ancestors)
  select a.execution, coalesce(p.root_id, a.parent), a.workspace, coalesce(p.ancestors, '{}') || a.parent
  from unnest(executions, parents, workspaces) a(execution, parent, workspace)
  left join execution_descendant p on p.execution_id = a.parent and p.workspace_id = a.workspace
  where not exists (select from execution_descendant k where k.execution_id = a.execution)
  order by a.execution
  on conflict do nothing;
  update execution_descendant d set admitted_at = now()
  from unnest(executions, begun) a(execution, has_begun)
  where d.execution_id = a.execution and a.has_begun and d.admitted_at is null;
  for account in
    select l.id, l.most from unnest(limited_accounts, account_limits) l(id, most) order by l.id
  loop
    asking := array(
      select d.execution_id from unnest(executions, accounts) with ordinality a(execution, owner, n)
      join execution_descendant d on d.execution_id = a.execution
      where a.owner = account.id and d.admitted_at is null and not exists (
        select from execution_cancellation c
        where c.execution_id = any(d.ancestors) and c.workspace_id = d.workspace_id)
      order by a.n);
    continue when cardinality(asking) = 0;
    window_key := 'async:' || account.id || ':' || window_ends_at;
    insert into rate_limit (key, points, expire) values (window_key, 0, window_ends_at + 60000)
    on conflict (key) do nothing;
    select points into taken from rate_limit where key = window_key for update;
    granted := least(cardinality(asking), greatest(0, account.most - coalesce(taken, 0)));
    if granted > 0 then
      update rate_limit set points = points + granted where key = window_key;
      update execution_descendant d set admitted_at = now(), due_at = null
      where d.execution_id = any(asking[1:granted]);
    end if;
    continue when granted = cardinality(asking);
    asking := asking[granted + 1:];
    slot := interval '1 minute' / greatest(1, account.most);
    insert into descendant_line as l (account_id, next_due_at)
    values (account.id, to_timestamp(window_ends_at / 1000.0) + cardinality(asking) * slot)
    on conflict (account_id) do update
    set next_due_at = greatest(l.next_due_at, to_timestamp(window_ends_at / 1000.0)) + cardinality(asking) * slot
    returning next_due_at into last_due;
    update execution_descendant d set due_at = last_due - (cardinality(asking) - a.n) * slot
    from unnest(asking) with ordinality a(execution, n) where d.execution_id = a.execution;
  end loop;
  return query
    select d.execution_id,
      case when exists (
        select from execution_cancellation c
        where c.execution_id = any(d.ancestors) and c.workspace_id = d.workspace_id) then 'cancelled'
        when d.admitted_at is null then 'waits' else 'admitted' end,
      d.ancestors, d.admitted_at::timestamptz, d.due_at::timestamptz
    from execution_descendant d where d.execution_id = any(executions);
end $$;
`;

export class ExecutionFamily1795600300000 implements MigrationInterface {
  readonly name = 'ExecutionFamily1795600300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(tablesSql);
    await runner.query(requestSql);
    await runner.query(admitSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop function admit_descendants');
    await runner.query('drop function request_descendants');
    await runner.query(
      'drop table descendant_line, execution_cancellation, execution_descendant, execution_family',
    );
  }
}
