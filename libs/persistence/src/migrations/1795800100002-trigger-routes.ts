/**
 * The workflow that holds a trigger path, unique within its workspace. The previous release knows
 * `trigger_path` only: triggers keep the routes in step with what it writes there. What it deletes
 * there stays, so that no other workspace can claim the path of an old URL (decision 28).
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A foreign key to the workflow would wait for deployments under way, which wait for this
 * migration. A path that another workflow of the workspace holds is refused: no row is returned.
 */
const sql = `
create table trigger_route (
  workspace_id uuid not null references workspace,
  path text not null,
  workflow_id uuid not null,
  primary key (workspace_id, path)
);
create index trigger_route_of_workflow on trigger_route (workflow_id);

create function hold_trigger_route() returns trigger language plpgsql as $$
begin
  insert into trigger_route (workspace_id, path, workflow_id) values (new.workspace_id, new.path, new.workflow_id)
  on conflict (workspace_id, path) do nothing;
  if exists (select from trigger_route
    where workspace_id = new.workspace_id and path = new.path and workflow_id = new.workflow_id) then return new; end if;
  return null;
end $$;
create trigger trigger_path_held before insert on trigger_path for each row execute function hold_trigger_route();

create function release_trigger_route() returns trigger language plpgsql as $$
begin
  delete from trigger_route
  where workspace_id = old.workspace_id and path = old.path and workflow_id = old.workflow_id;
  if exists (select from workspace where id = old.workspace_id and erased_at is null) then return null; end if;
  return old;
end $$;
create trigger trigger_path_released before delete on trigger_path for each row execute function release_trigger_route();

insert into trigger_route (workspace_id, path, workflow_id) select workspace_id, path, workflow_id from trigger_path;
`;

export class TriggerRoutes1795800100002 implements MigrationInterface {
  readonly name = 'TriggerRoutes1795800100002';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger trigger_path_held on trigger_path;
      drop trigger trigger_path_released on trigger_path;
      drop function hold_trigger_route;
      drop function release_trigger_route;
      drop table trigger_route`);
  }
}
