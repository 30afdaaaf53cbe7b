/**
 * The host of each subscription's receiver, because an account may have a limited number of them
 * for one host. The api writes it. For rows that exist, and those that the previous release still
 * creates, Postgres takes it from the URL's text.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const statements = [
  'alter table subscription add column if not exists host text',
  String.raw`create or replace function receiver_host(url text) returns text language sql immutable as $$
     select rtrim(lower(substring(url from '^\s*[A-Za-z]+:[/\\]*(\[[^]]*\]|[^/?#:\\]*)')), '.') $$`,
  `create or replace function set_receiver_host() returns trigger language plpgsql as $$
     begin new.host := receiver_host(new.url); return new; end $$`,
  `create or replace trigger subscription_host before insert on subscription
     for each row when (new.host is null) execute function set_receiver_host()`,
  'update subscription set host = receiver_host(url) where host is null',
];

export class ReceiverHosts1795800300000 implements MigrationInterface {
  readonly name = 'ReceiverHosts1795800300000';
  /** Each statement by itself: the column's lock must not last as long as the update. */
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const statement of statements) await runner.query(statement);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop trigger subscription_host on subscription');
    await runner.query('alter table subscription drop column host');
    await runner.query('drop function set_receiver_host()');
    await runner.query('drop function receiver_host(text)');
  }
}
