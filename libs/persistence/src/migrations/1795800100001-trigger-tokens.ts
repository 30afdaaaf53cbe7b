/**
 * The secret part of a workspace's trigger URLs. One token has no end: it is the current one. A
 * trigger gives each new workspace its first token, also one that the previous release makes.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** 24 letters and digits of two random ids: at least 136 bits. */
const sql = `
create function new_trigger_token() returns text language sql volatile as $$
  select left(translate(encode(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()), 'base64'), '+/=', ''), 24) $$;
create table trigger_token (
  token text primary key default new_trigger_token(),
  workspace_id uuid not null references workspace,
  created_at timestamptz(3) not null default now(),
  ends_at timestamptz(3)
);
create index trigger_token_of_workspace on trigger_token (workspace_id, created_at);
create unique index trigger_token_current on trigger_token (workspace_id) where ends_at is null;

create function give_trigger_token() returns trigger language plpgsql as $$
  begin insert into trigger_token (workspace_id) values (new.id); return null; end $$;
create trigger workspace_trigger_token after insert on workspace
  for each row execute function give_trigger_token();
insert into trigger_token (workspace_id) select id from workspace where erased_at is null;
`;

export class TriggerTokens1795800100001 implements MigrationInterface {
  readonly name = 'TriggerTokens1795800100001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      drop trigger workspace_trigger_token on workspace;
      drop function give_trigger_token;
      drop table trigger_token;
      drop function new_trigger_token`);
  }
}
