/**
 * Sign-in with an OpenID provider: each begun sign-in is finished once, and a session may have less
 * than its member's role. An api of the previous release gives such a session the member's role.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class OidcSignIn1796000400001 implements MigrationInterface {
  readonly name = 'OidcSignIn1796000400001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table oidc_finished (
        state_hash bytea primary key,
        expires_at timestamptz(3) not null
      )`);
    await runner.query('create index oidc_finished_end on oidc_finished (expires_at)');
    await runner.query(
      `alter table session add column highest_role text check (highest_role in ('owner', 'editor', 'viewer'))`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table session drop column highest_role');
    await runner.query('drop table oidc_finished');
  }
}
