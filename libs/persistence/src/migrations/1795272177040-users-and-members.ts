/**
 * Users of an account, who are members of its workspaces with a role. A key is a member's, with
 * that member's current role, or the workspace's own, with a role of its own. Existing data keeps
 * working: old keys, and keys that a previous release still creates, are workspace keys with all
 * rights. Every workspace gets an owner: one user per account, without an address.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class UsersAndMembers1795272177040 implements MigrationInterface {
  readonly name = 'UsersAndMembers1795272177040';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table app_user (
        id         uuid primary key,
        account_id uuid not null references account,
        -- Lower case. Null for the user that the service made itself, and for one whose data was erased.
        email      text,
        name       text not null,
        created_at timestamptz(3) not null default now()
      );
      create unique index app_user_by_email on app_user (account_id, email);
      create table workspace_member (
        workspace_id uuid not null references workspace,
        user_id      uuid not null references app_user,
        role         text not null check (role in ('owner', 'editor', 'viewer')),
        created_at   timestamptz(3) not null default now(),
        primary key (workspace_id, user_id)
      );
      create index workspace_member_page on workspace_member (workspace_id, created_at, user_id);
      create index workspace_member_of_user on workspace_member (user_id);
      alter table api_key
        add column user_id uuid references app_user,
        add column role text default 'owner' check (role in ('owner', 'editor', 'viewer')),
        add constraint api_key_role_of_one check ((user_id is null) = (role is not null));
      create index api_key_of_user on api_key (user_id, workspace_id) where user_id is not null;
      alter table audit_event add column user_id uuid;
      insert into app_user (id, account_id, name) select gen_random_uuid(), id, 'Owner' from account;
      insert into workspace_member (workspace_id, user_id, role)
        select w.id, u.id, 'owner' from workspace w join app_user u on u.account_id = w.account_id where w.erased_at is null;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table audit_event drop column user_id;
      alter table api_key drop column user_id, drop column role;
      drop table workspace_member, app_user;
    `);
  }
}
