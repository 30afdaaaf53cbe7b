/**
 * When each signing secret of a subscription began and ended to sign. `subscription_secret` has the
 * replaced ones. They keep signing until `signs_until`, however often the secret is replaced
 * meanwhile; their ciphertext goes with the next change after that. A trigger keeps it, because
 * processes of the former release replace secrets too. `previous_secret_…` stay for those.
 *
 * A change that keeps no previous secret ends all earlier ones. For secrets from before this
 * migration nobody knows when they began: a row without ciphertext says so.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const createSql = `
create table subscription_secret (
  subscription_id uuid not null references subscription on delete cascade,
  set_at timestamptz not null,
  replaced_at timestamptz not null,
  signs_until timestamptz not null,
  ciphertext bytea,
  primary key (subscription_id, set_at)
);
alter table subscription add column secret_set_at timestamptz`;

const fillSql = `
insert into subscription_secret (subscription_id, set_at, replaced_at, signs_until, ciphertext)
select id, created_at - interval '1 second', updated_at, updated_at, null from subscription where secret_ciphertext is not null
union all
select id, updated_at - interval '1 microsecond', updated_at, previous_secret_until, previous_secret_ciphertext
from subscription where previous_secret_ciphertext is not null and previous_secret_until > now()`;

const createFunctionSql = `
create function subscription_secret_replaced() returns trigger language plpgsql as $$
declare
  at timestamptz := clock_timestamp();
  keeps boolean := new.previous_secret_ciphertext is not distinct from old.secret_ciphertext;
begin
  if old.secret_ciphertext is not null then
    insert into subscription_secret (subscription_id, set_at, replaced_at, signs_until, ciphertext)
    values (old.id, coalesce(old.secret_set_at, old.created_at), at,
      case when keeps then greatest(at, new.previous_secret_until) else at end,
      case when keeps then old.secret_ciphertext end);
  end if;
  if not keeps then
    update subscription_secret set signs_until = least(signs_until, at) where subscription_id = old.id;
  end if;
  update subscription_secret set ciphertext = null where subscription_id = old.id and signs_until <= at;
  delete from subscription_secret where (subscription_id, set_at) in (
    select subscription_id, set_at from subscription_secret
    where subscription_id = old.id and ciphertext is null order by set_at desc offset 100);
  new.secret_set_at := case when new.secret_ciphertext is not null then at end;
  return new;
end $$`;

export class SecretsOfSubscriptions1796100300000 implements MigrationInterface {
  readonly name = 'SecretsOfSubscriptions1796100300000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(createSql);
    await runner.query(createFunctionSql);
    await runner.query(`
      create function subscription_secret_made() returns trigger language plpgsql as $$
      begin
        new.secret_set_at := clock_timestamp();
        return new;
      end $$`);
    await runner.query(`
      create trigger subscription_secret_made before insert on subscription
      for each row when (new.secret_ciphertext is not null) execute function subscription_secret_made()`);
    await runner.query(`
      create trigger subscription_secret_replaced before update of secret_ciphertext on subscription
      for each row when (old.secret_ciphertext is distinct from new.secret_ciphertext)
      execute function subscription_secret_replaced()`);
    await runner.query(fillSql);
    await runner.query(
      'update subscription set secret_set_at = updated_at where secret_ciphertext is not null',
    );
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger subscription_secret_replaced on subscription');
    await runner.query('drop trigger subscription_secret_made on subscription');
    await runner.query('drop function subscription_secret_replaced()');
    await runner.query('drop function subscription_secret_made()');
    await runner.query('alter table subscription drop column secret_set_at');
    await runner.query('drop table subscription_secret');
  }
}
