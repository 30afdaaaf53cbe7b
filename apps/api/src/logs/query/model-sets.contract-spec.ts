import { beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createBucket, insertLogRow } from '../../testing/log-rows.js';
import { openLogWorkspace } from '../../testing/log-workspace.js';
import { logParameters } from './log-parameters.js';
import { firstWalkedRows } from './log-walk.js';
import { listLogsQuery } from './log.sql.js';
import { maxModelSets } from './model-sets.sql.js';
import { chooseRoute, maxMergedSets, readModelSets } from '../list/read-logs.js';

const bucket = 720_454;

const api = openLogWorkspace();

beforeAll(async () => {
  await createBucket(api.database, bucket);
});

async function insertLog(models: readonly string[], retentionBucket = 0): Promise<string> {
  const executionId = randomUUID();
  const owner = { ...api.tenant, workflowId: api.workflowId };
  await insertLogRow(api, owner, { executionId, models, retentionBucket });
  return executionId;
}

const setsOf = (model: string, { workspaceId } = api.tenant) =>
  readModelSets(api.pool, workspaceId, model);

/** Postgres's plan for the newest logs of that query, one line per node. */
async function planOf(query: Readonly<Record<string, string>>, workspaceId: string) {
  const { pool } = api.database;
  const parameters = logParameters.parse({ workspaceId, ...query });
  const route = await chooseRoute(pool, parameters, null);
  const { text, values } = listLogsQuery(parameters, null, null, route, firstWalkedRows);
  const { rows } = await pool.query<Record<'QUERY PLAN', string>>(`explain ${text}`, [...values]);
  return rows.map((row) => row['QUERY PLAN']);
}

describe('the logs of a model in several sets', () => {
  it('are read in index order without a sort when another filter applies', async () => {
    const { pool } = api.database;
    const workspaceId = randomUUID();
    await pool.query(
      `insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version, definition_hash,
         status, level, trigger, started_at, models, ledger_partition, ledger_offset)
       select gen_random_uuid(), gen_random_uuid(), $1::uuid, $1::uuid, $1::uuid, 'many', 1, 'hash', 'success', 'info', 'api',
         now() - n * interval '1 second', case when n % 2 = 0 then '{m}'::text[] else '{l,m}' end, 0, n
       from generate_series(1, 40000) as n`,
      [workspaceId],
    );
    await pool.query('analyze execution_log');
    const plan = await planOf({ model: 'm', triggers: 'schedule' }, workspaceId);
    expect(plan.filter((line) => line.includes('execution_log_model_sets'))).toHaveLength(2);
    expect(plan.filter((line) => /-> +(Incremental )?Sort /.test(line))).toEqual([]);
  });
});

describe('the model sets of a workspace', () => {
  it('are the sets with the model from all retention buckets of this workspace only', async () => {
    for (const models of [['a'], ['a', 'b'], ['b', 'a'], ['b'], []]) await insertLog(models);
    await insertLog(['a', 'c'], bucket);
    expect(await setsOf('a')).toHaveLength(4);
    expect(new Set(await setsOf('a')).size).toBe(4);
    expect(await setsOf('c')).toHaveLength(1);
    expect(await setsOf('d')).toEqual([]);
    expect(await setsOf('a', { ...api.tenant, workspaceId: randomUUID() })).toEqual([]);
  });

  it('are not used for a model in too many sets, and all its logs are found', async () => {
    const ids: string[] = [];
    for (let n = 0; n <= maxMergedSets; n += 1) ids.push(await insertLog([`other-${n}`, 'wide']));
    const found = await api.follow({ model: 'wide', level: 'info', limit: '7' });
    expect(new Set(found)).toEqual(new Set(ids));
    expect(await setsOf('wide')).toBeNull();
    expect(await api.follow({ model: 'wide', level: 'error' })).toEqual([]);
    expect(new Set(await api.follow({ model: 'wide', limit: '7' }))).toEqual(new Set(ids));
    expect(await api.follow({ model: 'other-3', search: '"ok"' })).toEqual([ids[3]]);
    expect(await api.follow({ model: 'other-3', search: 'nowhere' })).toEqual([]);
  });

  it('are not used in a workspace with too many sets, and all logs are found', async () => {
    const known = await setsOf('a');
    const rare = await insertLog(['rare']);
    for (let n = 0; n < maxModelSets; n += 1) await insertLog([`model-${n}`, 'common']);
    expect(known).not.toBeNull();
    expect(await setsOf('a')).toBeNull();
    expect(await api.follow({ model: 'rare' })).toEqual([rare]);
    expect(await api.follow({ model: 'common', limit: '100' })).toHaveLength(maxModelSets);
  });
});
