import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whether `execution_turn` has every execution that a limit counts. A database that was restored from a copy does not know what began
 * since, so every start of Postgres, and every new `execution_turn`, is another instance: nothing is granted in it until owners of all
 * partitions have said how far the ledger reaches (`turn_census`), and what it says was put in place (`turn_census_done`).
 */
const sql = `
create function turn_instance() returns text language sql stable as $$
  select extract(epoch from pg_postmaster_start_time()) || ' ' || 'execution_turn'::regclass::oid $$;
create table turn_census (
  partition int primary key,
  instance text not null,
  ledger_offset bigint not null
);
create table turn_census_done (instance text primary key, done_at timestamptz(3) not null default now());
insert into turn_census_done (instance) values (turn_instance());
`;

export class TurnCensus1795600400000 implements MigrationInterface {
  readonly name = 'TurnCensus1795600400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table turn_census_done, turn_census');
    await runner.query('drop function turn_instance');
  }
}
