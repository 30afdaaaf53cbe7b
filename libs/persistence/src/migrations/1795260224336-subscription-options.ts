/**
 * Subscriptions of a whole workspace (`workflow_id` null), static headers (sealed, as they may hold
 * tokens), a rate limit, and the counters for deactivation after repeated exhaustion.
 * `failing_since`: when the first delivery of the current run was exhausted, with no success since.
 * `deactivation_announced_at` is an outbox: null until the event is in the log.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SubscriptionOptions1795260224336 implements MigrationInterface {
  readonly name = 'SubscriptionOptions1795260224336';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      alter table subscription alter column workflow_id drop not null,
        add column headers_ciphertext bytea,
        add column header_names text[] not null default '{}',
        add column max_per_second int check (max_per_second > 0),
        add column exhausted_run int not null default 0,
        add column failing_since timestamptz(3),
        add column deactivated_at timestamptz(3),
        add column deactivation_announced_at timestamptz(3);
      create index subscription_of_workspace on subscription (workspace_id, created_at, id) where deleted_at is null;
      create index subscription_to_announce on subscription (deactivated_at)
        where deactivated_at is not null and deactivation_announced_at is null`);
    await runner.query(`
      create table delivery_recovery (
        id uuid primary key,
        subscription_id uuid not null references subscription,
        workspace_id uuid not null,
        since timestamptz(3) not null,
        until timestamptz(3) not null,
        states text[] not null,
        per_second int not null check (per_second > 0),
        state text not null check (state in ('running', 'finished', 'cancelled')),
        matching int not null,
        redelivered int not null default 0,
        position_created_at timestamptz(3) not null,
        position_id uuid not null,
        next_page_at timestamptz(3) not null default now(),
        created_at timestamptz(3) not null default now(),
        updated_at timestamptz(3) not null default now()
      );
      create index delivery_recovery_running on delivery_recovery (next_page_at) where state = 'running';
      create index delivery_recovery_of_subscription on delivery_recovery (subscription_id, created_at, id)`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table delivery_recovery');
    await runner.query(`
      drop index subscription_of_workspace;
      drop index subscription_to_announce;
      delete from subscription where workflow_id is null;
      alter table subscription alter column workflow_id set not null,
        drop column headers_ciphertext, drop column header_names, drop column max_per_second, drop column exhausted_run,
        drop column failing_since, drop column deactivated_at, drop column deactivation_announced_at`);
  }
}
