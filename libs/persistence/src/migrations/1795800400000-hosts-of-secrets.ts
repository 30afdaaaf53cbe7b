/**
 * The hosts that a secret may be sent to; none: any. The default is a constant, so no row is
 * rewritten. A process of the former release keeps the hosts when it sets a value, but its runners
 * do not check them.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class HostsOfSecrets1795800400000 implements MigrationInterface {
  readonly name = 'HostsOfSecrets1795800400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      `alter table workspace_secret add column allowed_hosts text[] not null default '{}'`,
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table workspace_secret drop column allowed_hosts');
  }
}
