/**
 * Fills the ledger's read models directly, with seeded, skewed data: 1,000 workspaces, one with 30
 * % of the logs, 90 days in time order. One execution in ten has spans, two each. The distribution
 * does not depend on the number of logs.
 */

const bigWorkspace = 0;
const workspaces = 1_000;
const chunk = 500_000;
const days = 90;

const random = (seed) => `((hashint8extended(n, ${seed}) & 2147483647) / 2147483648.0)`;

/** Recent logs of free accounts live in partitions that expire. */
const retentionDays = 7;
const bucketDays = 2;
/** Age at which a bucket expires. */
const bucketAgeDays = 8;

const planSql = (w) => `case when ${w} > 0 and ${w} % 4 = 0 then 'free' else 'enterprise' end`;
const bucketSql = `case when ${planSql('w')} = 'free' and started > $4::timestamptz + $5::float8 * interval '1 second' - interval '${bucketAgeDays} days'
  then ${retentionDays} * 100000 + (floor(extract(epoch from started) / ${bucketDays * 86_400}) * ${bucketDays})::int else 0 end as bucket`;

/** Ids are derived from numbers, so that queries can name them: UUIDs of version 8 (RFC 9562). */
const idSql = (kind, number) =>
  `overlay(overlay(md5('${kind}' || ${number}) placing '8' from 13) placing '8' from 17)::uuid`;

const rows = `
  select n, w, wf, started, dur, failed, running, priced, model, ${bucketSql},
    (lpad(to_hex((extract(epoch from started) * 1000)::bigint), 12, '0') || '7' || substr(md5('e' || n), 1, 3) || '8'
      || substr(md5('x' || n), 1, 15))::uuid as eid
  from (
    select n, w, (w * 20 + floor(20 * power(${random(3)}, 2)))::int as wf,
      $4::timestamptz + (n * ($5::float8 / $3)) * interval '1 second' as started,
      (5 + 400 * power(${random(4)}, 4) + case when ${random(5)} < 0.001 then 60000 else 0 end)::int as dur,
      ${random(6)} < 0.04 as failed, ${random(7)} < 0.0002 as running, ${random(8)} < 0.1 as priced,
      case when ${random(9)} < 0.002 then 'rare-model' when ${random(9)} < 0.7 then 'small' else 'large' end as model
    from (
      select n, case when ${random(1)} < 0.3 then ${bigWorkspace} else 1 + floor(${workspaces - 1} * power(${random(2)}, 3))::int end as w
      from generate_series($1::bigint, $2::bigint) as n) a) b`;

const error = `jsonb_build_object('code', 'HTTP_ERROR', 'message', 'The server answered with status ' || (500 + n % 20),
  'blockId', 'call', 'blockName', 'API')`;
const output = `'{"status":"success","order":"ord-' || substr(md5('o' || n), 1, 8) || '","customer":"' || substr(md5('c' || n % 50000), 1, 6)
  || '","note":"' || (array['shipped by courier','left at the door','waiting for stock','paid by invoice','gift wrapping'])[1 + n % 5]
  || '","total":' || n % 9973 || '}'`;

const insertSql = `
with g as materialized (${rows}),
logs as (
  insert into execution_log (id, execution_id, workspace_id, account_id, workflow_id, workflow_name, deployment_version, definition_hash,
    status, level, trigger, started_at, ended_at, total_duration_ms, cost_total, models, error, ledger_partition, ledger_offset,
    retention_bucket)
  select ${idSql('l', 'n')}, eid, ${idSql('w', 'w')}, ${idSql('a', 'w')}, ${idSql('f', 'wf')}, 'Order intake ' || wf % 20, 1, 'hash',
    case when running then 'running' when failed then 'error' else 'success' end, case when failed and not running then 'error' else 'info' end,
    case when n % 100 = 0 then 'schedule' when n % 10 = 0 then 'api' else 'webhook' end, started,
    case when not running then started + dur * interval '1 ms' end, case when not running then dur end,
    case when priced then round(dur * 0.0001, 4) else 0 end, case when priced then array[model] else '{}' end,
    case when failed and not running then ${error} end, n % 12, n, bucket
  from g),
details as (
  insert into execution_detail (execution_id, trigger_block_id, input, final_output, cost, engine_version, retention_bucket)
  select eid, 'hook', jsonb_build_object('body', jsonb_build_object('id', n)), (${output})::jsonb, '{"total":0}', '1', bucket from g),
searches as (
  insert into execution_search (execution_id, workspace_id, day, text, retention_bucket)
  select eid, ${idSql('w', 'w')}, floor(extract(epoch from started) / 86400)::int,
    'Order intake ' || wf % 20 || case when failed then E'\\nHTTP_ERROR\\nThe server answered with status ' || (500 + n % 20) else '' end
      || E'\\n' || ${output}, bucket
  from g where not running)
insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, output, retention_bucket)
select eid, b, '', b, 'api', 'success', s, started, started + dur * interval '1 ms', '{"status":200}', bucket
from g cross join (values ('call', 2), ('done', 3)) as blocks(b, s) where n % 10 = 0`;

const tables = ['execution_log', 'execution_detail', 'execution_search', 'block_execution'];

const constraintsSql = `
select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u')`;
const indexesSql = `
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index i where indrelid = any($1::regclass[])
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/** Accounts, workspaces, workflows and one version each: the rows that the lists join. */
async function fillManaged(client, definition) {
  const each = `generate_series(0, ${workspaces - 1}) as w`;
  await client.query(`
    insert into account (id, name, plan) select ${idSql('a', 'w')}, 'Account ' || w, ${planSql('w')} from ${each};
    insert into workspace (id, account_id, name, wrapped_key) select ${idSql('w', 'w')}, ${idSql('a', 'w')}, 'Workspace ' || w, '' from ${each};
    insert into workflow (id, workspace_id, name, draft)
      select ${idSql('f', 'f')}, ${idSql('w', 'f / 20')}, 'Order intake ' || f % 20, '{}' from generate_series(0, ${workspaces * 20 - 1}) as f;
  `);
  await client.query(
    `insert into workflow_version (workflow_id, version, definition, content_hash) select id, 1, $1::json, 'hash' from workflow`,
    [JSON.stringify(definition)],
  );
}

/** The remaining steps are stored in the database, so that an interrupted fill can be resumed. */
async function planFill(client, count, until) {
  const definition = {
    blocks: [
      { id: 'hook', type: 'webhook', name: 'Webhook', config: {} },
      { id: 'call', type: 'api', name: 'API', config: {} },
    ],
    edges: [],
  };
  const begin = new Date(until.getTime() - days * 86_400_000);
  const constraints = (await client.query(constraintsSql, [tables])).rows;
  const indexes = (await client.query(indexesSql, [tables])).rows;
  const steps = [
    ...constraints.map(({ table, name }) => ({
      sql: `alter table ${table} drop constraint ${name}`,
    })),
    ...indexes.map(({ name }) => ({ sql: `drop index ${name}` })),
    ...Array.from({ length: Math.ceil(count / chunk) }, (_, at) => ({
      sql: insertSql,
      values: [at * chunk + 1, Math.min(count, (at + 1) * chunk), count, begin, days * 86_400],
    })),
    ...constraints.map(({ table, name, definition: sql }) => ({
      sql: `alter table ${table} add constraint ${name} ${sql}`,
    })),
    // `ONLY` would leave the partitions without indexes.
    ...indexes.map(({ definition: sql }) => ({ sql: sql.replace(' ON ONLY ', ' ON ') })),
    { sql: 'vacuum (analyze)' },
  ];
  await client.query('begin');
  await fillManaged(client, definition);
  await client.query(
    'create table bench_step (id int generated always as identity, sql text, parameters json)',
  );
  for (const { sql, values = [] } of steps)
    await client.query('insert into bench_step (sql, parameters) values ($1, $2)', [
      sql,
      JSON.stringify(values),
    ]);
  await client.query('commit');
}

/** The buckets of free accounts up to `until`, as `createLogPartitions` takes them. */
export function bucketsUntil(until) {
  const last = Math.floor(until.getTime() / 86_400_000);
  return Array.from(
    { length: bucketAgeDays + 1 },
    (_, ago) => Math.floor((last - ago) / bucketDays) * bucketDays,
  ).map((day) => retentionDays * 100_000 + day);
}

/**
 * Runs until everything is done or until `stopAt`.
 * @param {import('pg').Client} client on a migrated database with the partitions of
 * `bucketsUntil(until)`
 * @param {number} count number of logs
 * @param {Date} until start time of the newest log
 * @param {number} stopAt epoch ms
 * @returns {Promise<boolean>} whether everything is done
 */
export async function fillLogs(client, count, until, stopAt, say = () => undefined) {
  const known = await client.query(`select to_regclass('bench_step') as name`);
  if (known.rows[0].name === null) await planFill(client, count, until);
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1`,
  );
  const settings = { autovacuum: 'off', fsync: 'off', max_wal_size: `'16GB'` };
  const reload = async (verbs) => {
    for (const verb of verbs) await client.query(`alter system ${verb}`);
    await client.query('select pg_reload_conf()');
  };
  await reload(Object.entries(settings).map(([name, value]) => `set ${name} = ${value}`));
  try {
    return await takeSteps(client, stopAt, say);
  } finally {
    await reload(Object.keys(settings).map((name) => `reset ${name}`));
  }
}

async function takeSteps(client, stopAt, say) {
  for (;;) {
    const { rows } = await client.query(
      'select id, sql, parameters from bench_step order by id limit 1',
    );
    const step = rows[0];
    if (step === undefined) return true;
    if (Date.now() >= stopAt) return false;
    const startedAt = performance.now();
    const alone = step.sql.startsWith('vacuum');
    if (!alone) await client.query('begin');
    await client.query(step.sql, step.parameters);
    await client.query('delete from bench_step where id = $1', [step.id]);
    if (!alone) await client.query('commit');
    const seconds = (performance.now() - startedAt) / 1000;
    say(`${seconds.toFixed(1)} s: ${step.parameters[1] ?? step.sql.slice(0, 90)}`);
  }
}
