/**
 * What pages show of a receiver. `subscription_breaker` holds circuit breakers that are not closed,
 * written by the process that owns the lane and renewed while it lives: an old row is of a process
 * that died. `subscription_attempt` holds the last attempt of each subscription and partition of
 * `webhook.delivery.events`. `given_up` counts attempts that ended their delivery without success;
 * those from before count after the next rebuild of `deliveries` only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table subscription_breaker (
  subscription_id uuid primary key references subscription on delete cascade,
  state text not null check (state in ('open', 'probing')),
  opened_at timestamptz(3) not null default now(),
  next_probe_at timestamptz(3),
  owner uuid not null,
  renewed_at timestamptz(3) not null default now()
);
create table subscription_attempt (
  workspace_id uuid not null,
  subscription_id uuid not null,
  ledger_partition int not null,
  started_at timestamptz(3) not null,
  latency_ms int not null,
  status int,
  error_code text,
  primary key (workspace_id, subscription_id, ledger_partition)
);
alter table delivery_stats add column given_up bigint not null default 0;
`;

export class StandingOfReceivers1796100100000 implements MigrationInterface {
  readonly name = 'StandingOfReceivers1796100100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter table delivery_stats drop column given_up');
    await runner.query('drop table subscription_attempt, subscription_breaker');
  }
}
