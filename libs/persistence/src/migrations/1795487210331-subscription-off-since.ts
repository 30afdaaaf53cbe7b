/**
 * When a subscription was last switched off: by a person, the delivery app, or an older process
 * that still runs. It stays when the subscription is switched on again, so that a repeated
 * activation sends the same deliveries. Null: on ever since, or off since before this migration.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SubscriptionOffSince1795487210331 implements MigrationInterface {
  readonly name = 'SubscriptionOffSince1795487210331';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('alter table subscription add column off_since timestamptz');
    await runner.query('alter table delivery_recovery add column changed_since timestamptz');
    await runner.query(`
      create function subscription_off_since() returns trigger language plpgsql as $$
      begin
        new.off_since := now();
        return new;
      end $$`);
    await runner.query(`
      create trigger subscription_made_off before insert on subscription
      for each row when (not new.active) execute function subscription_off_since()`);
    await runner.query(`
      create trigger subscription_switched_off before update of active on subscription
      for each row when (old.active and not new.active) execute function subscription_off_since()`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger subscription_switched_off on subscription');
    await runner.query('drop trigger subscription_made_off on subscription');
    await runner.query('drop function subscription_off_since()');
    await runner.query('alter table delivery_recovery drop column changed_since');
    await runner.query('alter table subscription drop column off_since');
  }
}
