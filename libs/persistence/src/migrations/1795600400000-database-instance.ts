/**
 * Notes which deciding data is complete, because a database restored from a copy may lack some
 * (decision 27). Every start of Postgres, and every restored `execution_turn`, is another instance.
 * A subject in `census_done` is complete in that instance and decides nothing in another.
 * `turn_census`: how far the ledger reaches, noted by its owners. `census_note`: the offset of a
 * log up to which everything is stored here.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

const sql = `
create function database_instance() returns text language sql stable as $$
  select extract(epoch from pg_postmaster_start_time()) || ' ' || 'execution_turn'::regclass::oid $$;
create table census_done (subject text primary key, instance text not null);
insert into census_done (subject, instance)
select subject, database_instance() from unnest(array['turns', 'keys', 'deliveries']) s(subject);
create table turn_census (partition int primary key, instance text not null, ledger_offset bigint not null);
create table census_note (
  subject text not null,
  partition int not null,
  next_offset bigint not null,
  primary key (subject, partition)
);
`;

export class DatabaseInstance1795600400000 implements MigrationInterface {
  readonly name = 'DatabaseInstance1795600400000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table census_done, turn_census, census_note');
    await runner.query('drop function database_instance');
  }
}
