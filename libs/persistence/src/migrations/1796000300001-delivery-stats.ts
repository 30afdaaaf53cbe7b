/**
 * Figures of attempts to deliver, by subscription (../stats.ts). Attempts from before count after
 * the next rebuild of `deliveries` only.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table delivery_stats (
  workspace_id uuid not null,
  width_minutes int not null,
  starts_at timestamptz not null,
  subscription_id uuid not null,
  ledger_partition int not null,
  -- Of the receiver's answer; -1 without one.
  duration_bucket int not null,
  succeeded bigint not null,
  failed bigint not null,
  primary key (workspace_id, width_minutes, starts_at, subscription_id, ledger_partition, duration_bucket)
);
create index delivery_stats_age on delivery_stats (width_minutes, starts_at);
`;

export class DeliveryStats1796000300001 implements MigrationInterface {
  readonly name = 'DeliveryStats1796000300001';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table delivery_stats');
  }
}
