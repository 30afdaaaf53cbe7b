import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Committed offsets of our groups, in case Kafka forgets them (decision 19). A handful of rows. */
export class CommittedOffset1795429161547 implements MigrationInterface {
  readonly name = 'CommittedOffset1795429161547';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      create table committed_offset (
        cluster_id text not null,
        group_id text not null,
        topic text not null,
        partition int not null,
        next_offset bigint not null,
        metadata text not null,
        noted_at timestamptz not null,
        primary key (cluster_id, group_id, topic, partition)
      )`);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table committed_offset');
  }
}
