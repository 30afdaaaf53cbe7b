import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What decides something, and may be missing in a database that was restored from a copy: every start of Postgres, and every restored
 * `execution_turn`, is another instance. Turns and idempotency keys are complete in an instance when `census_done` says so; until then
 * no turn is given, and no new key is taken. `turn_census` has how far the ledger reaches, by its owners; `key_census` how far the requests
 * reached that have their keys here.
 */
const sql = `
create function database_instance() returns text language sql stable as $$
  select extract(epoch from pg_postmaster_start_time()) || ' ' || 'execution_turn'::regclass::oid $$;
create table census_done (subject text primary key, instance text not null);
insert into census_done (subject, instance) values ('turns', database_instance()), ('keys', database_instance());
create table turn_census (partition int primary key, instance text not null, ledger_offset bigint not null);
create table key_census (partition int primary key, next_offset bigint not null);
`;

export class DatabaseInstance1795600400000 implements MigrationInterface {
  readonly name = 'DatabaseInstance1795600400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table census_done, turn_census, key_census');
    await runner.query('drop function database_instance');
  }
}
