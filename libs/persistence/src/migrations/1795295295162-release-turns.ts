/**
 * Frees the concurrency slots of ended executions in one round trip instead of three, without a
 * flush. It holds the accounts' locks: it sees executions that an earlier decision left waiting,
 * and a later decision sees the free slots. A crash of the database may undo a release; the sweep
 * then finds those executions. A grant that follows a release is flushed together with it. Returns
 * the accounts with waiting executions.
 */
import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Rows come and go by the hundred per second. Only index scans mark dead entries for later scans to
 * skip; without that, both functions slow down until the next vacuum, a minute later.
 */
const sql = `
create function release_turns(executions uuid[], accounts uuid[]) returns setof uuid language plpgsql
set enable_bitmapscan = off set enable_seqscan = off as $$
begin
  perform set_config('synchronous_commit', 'off', true);
  perform pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('execution_turn ' || id, 0) as key from unnest(accounts) id order by key) keys;
  delete from execution_turn where execution_id = any(executions);
  return query select distinct a.id from unnest(accounts) a(id)
    where exists (select from execution_turn t where t.account_id = a.id and t.granted_at is null);
end $$;
alter function take_turns set enable_bitmapscan = off;
alter function take_turns set enable_seqscan = off;
`;

export class ReleaseTurns1795295295162 implements MigrationInterface {
  readonly name = 'ReleaseTurns1795295295162';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('alter function take_turns reset all');
    await runner.query('drop function release_turns');
  }
}
