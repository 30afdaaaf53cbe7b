/**
 * Sessions of browsers, and links that make one. A session ends with the key that made it, or with
 * its person's membership; its own rows hold no rights.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Sessions1796000100000 implements MigrationInterface {
  readonly name = 'Sessions1796000100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table session (
        id uuid primary key,
        token_hash bytea not null unique,
        account_id uuid not null references account,
        api_key_id uuid references api_key on delete cascade,
        user_id uuid references app_user on delete cascade,
        workspace_id uuid references workspace on delete cascade,
        created_at timestamptz(3) not null default now(),
        last_seen_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null,
        address text not null,
        agent text,
        check ((api_key_id is null) <> (user_id is null))
      )`);
    await runner.query(
      'create index session_of_key on session (api_key_id, created_at) where api_key_id is not null',
    );
    await runner.query(
      'create index session_of_user on session (user_id, created_at) where user_id is not null',
    );
    await runner.query(
      'create index session_of_workspace on session (workspace_id) where workspace_id is not null',
    );
    await runner.query('create index session_end on session (expires_at)');
    await runner.query(`
      create table sign_in_link (
        token_hash bytea primary key,
        user_id uuid not null references app_user on delete cascade,
        workspace_id uuid references workspace on delete cascade,
        created_at timestamptz(3) not null default now(),
        expires_at timestamptz(3) not null
      )`);
    await runner.query(
      'create index sign_in_link_of_workspace on sign_in_link (workspace_id) where workspace_id is not null',
    );
    await runner.query('create index sign_in_link_of_user on sign_in_link (user_id, created_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table sign_in_link');
    await runner.query('drop table session');
  }
}
