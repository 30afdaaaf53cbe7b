/** When the keeper deletes nothing. */
import { describe, expect, it } from '@jest/globals';
import { groups, topics } from '@libs/contracts';
import { advisoryLocks } from '@libs/persistence';
import { appendFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  commit,
  database,
  dir,
  ends,
  keep,
  log,
  openKeptLedger,
  readAll,
  starts,
  untouched,
  warnings,
} from './testing/kept-ledger.js';

openKeptLedger();

describe('retention of the ledger', () => {
  it('deletes nothing while an account keeps its logs for ever, and later where one keeps them longer', async () => {
    const account = (limits: object): Promise<unknown> =>
      database.pool.query(
        `insert into account (id, name, plan, limits) values ($1, 'own', 'free', $2)
         on conflict (id) do update set limits = excluded.limits`,
        ['11111111-1111-4111-8111-111111111111', limits],
      );
    await account({ logRetentionDays: 0 });
    await expect(keep()).rejects.toMatchObject({ code: 'LOGS_KEPT_FOR_EVER' });
    await account({ logRetentionDays: 90 });
    await keep();
    await untouched();
    await keep(93);
    expect(await starts(topics.events)).toEqual(await ends(topics.events));
  });

  it('deletes nothing while a rebuild reads the log', async () => {
    await database.patiently(async (client) => {
      await client.query('select pg_advisory_lock($1)', [advisoryLocks.rebuilding]);
      await keep();
    });
    await untouched();
    expect(warnings).toMatchObject([{ code: 'LEDGER_RETENTION_WAITS' }]);
    expect(JSON.stringify(warnings)).toContain('a rebuild');
    await keep();
    expect(await starts(topics.events)).toEqual(await ends(topics.events));
  });

  it('writes an archive in one process at a time', async () => {
    await database.patiently(async (client) => {
      await client.query('select pg_advisory_lock($1)', [advisoryLocks.archiving]);
      await keep();
    });
    expect(await readdir(dir)).toEqual(['cluster-id']);
    await untouched();
  });

  it('deletes nothing into a directory that is no archive, or one of another cluster', async () => {
    await rm(join(dir, 'cluster-id'));
    await expect(keep()).rejects.toMatchObject({ code: 'NOT_BEGUN' });
    await writeFile(join(dir, 'cluster-id'), 'another\n');
    await expect(keep()).rejects.toMatchObject({ code: 'OTHER_CLUSTER' });
    await untouched();
  });

  it('deletes nothing that a file does not hold intact, or whose beginning no file holds', async () => {
    await readAll();
    commit(groups.relay, topics.events, 0, { offset: 0, metadata: '' });
    await keep();
    const files = join(dir, topics.events, '0');
    const [file = ''] = (await readdir(files)).filter((name) => name.endsWith('.avro'));
    await appendFile(join(files, file), 'x');
    await readAll();
    await expect(keep()).rejects.toMatchObject({ code: 'DAMAGED' });
    expect((await starts(topics.events))[0]).toBe(0);

    await rm(join(dir, topics.events), { recursive: true });
    await log.admin.deleteBefore(topics.events, new Map([[0, 1]]));
    await expect(keep()).rejects.toMatchObject({ code: 'GAP' });
    expect((await starts(topics.events))[0]).toBe(1);
  });
});
