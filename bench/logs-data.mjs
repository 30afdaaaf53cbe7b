/**
 * Fills the ledger's read models directly, seeded and skewed: 1,000 workspaces, one of them with 30 %, 90 days in order of time.
 * Spans for one execution in ten: two of them each. The same shape whatever the number of logs.
 */

const bigWorkspace = 0;
const workspaces = 1_000;
const chunk = 500_000;
const days = 90;

const random = (seed) => `((hashint8extended(n, ${seed}) & 2147483647) / 2147483648.0)`;

/** Ids are functions of numbers, so that queries can name them. */
const idSql = (kind, number) => `md5('${kind}' || ${number})::uuid`;

const rows = `
  select n, w, wf, started, dur, failed, running, priced, model,
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
    status, level, trigger, started_at, ended_at, total_duration_ms, cost_total, models, error, ledger_partition, ledger_offset)
  select ${idSql('l', 'n')}, eid, ${idSql('w', 'w')}, ${idSql('a', 'w')}, ${idSql('f', 'wf')}, 'Order intake ' || wf % 20, 1, 'hash',
    case when running then 'running' when failed then 'error' else 'success' end, case when failed and not running then 'error' else 'info' end,
    case when n % 100 = 0 then 'schedule' when n % 10 = 0 then 'api' else 'webhook' end, started,
    case when not running then started + dur * interval '1 ms' end, case when not running then dur end,
    case when priced then round(dur * 0.0001, 4) else 0 end, case when priced then array[model] else '{}' end,
    case when failed and not running then ${error} end, n % 12, n
  from g),
details as (
  insert into execution_detail (execution_id, trigger_block_id, input, final_output, cost, engine_version)
  select eid, 'hook', jsonb_build_object('body', jsonb_build_object('id', n)), (${output})::jsonb, '{"total":0}', '1' from g),
searches as (
  insert into execution_search (execution_id, workspace_id, day, text)
  select eid, ${idSql('w', 'w')}, floor(extract(epoch from started) / 86400)::int,
    'Order intake ' || wf % 20 || case when failed then E'\\nHTTP_ERROR\\nThe server answered with status ' || (500 + n % 20) else '' end
      || E'\\n' || ${output}
  from g where not running)
insert into block_execution (execution_id, block_id, iteration, block_name, block_type, status, sequence, started_at, ended_at, output)
select eid, b, '', b, 'api', 'success', s, started, started + dur * interval '1 ms', '{"status":200}'
from g cross join (values ('call', 2), ('done', 3)) as blocks(b, s) where n % 10 = 0`;

const tables = ['execution_log', 'execution_detail', 'execution_search', 'block_execution'];

const constraintsSql = `
select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
from pg_constraint where conrelid = any($1::regclass[]) and contype in ('p', 'u')`;
const indexesSql = `
select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
from pg_index i where indrelid = any($1::regclass[])
  and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`;

/** Accounts, workspaces, workflows and one version of each: what the lists join. */
async function fillManaged(client, definition) {
  const each = `generate_series(0, ${workspaces - 1}) as w`;
  await client.query(`
    insert into account (id, name, plan) select ${idSql('a', 'w')}, 'Account ' || w, 'enterprise' from ${each};
    insert into workspace (id, account_id, name, wrapped_key) select ${idSql('w', 'w')}, ${idSql('a', 'w')}, 'Workspace ' || w, '' from ${each};
    insert into workflow (id, workspace_id, name, draft)
      select ${idSql('f', 'f')}, ${idSql('w', 'f / 20')}, 'Order intake ' || f % 20, '{}' from generate_series(0, ${workspaces * 20 - 1}) as f;
  `);
  await client.query(
    `insert into workflow_version (workflow_id, version, definition, content_hash) select id, 1, $1::json, 'hash' from workflow`,
    [JSON.stringify(definition)],
  );
}

/**
 * @param {import('pg').Client} client on a migrated, empty database
 * @param {number} count of logs
 * @param {Date} until the newest one begins then
 */
export async function fillLogs(client, count, until, say = () => undefined) {
  const definition = {
    blocks: [
      { id: 'hook', type: 'webhook', name: 'Webhook', config: {} },
      { id: 'call', type: 'api', name: 'API', config: {} },
    ],
    edges: [],
  };
  await fillManaged(client, definition);
  const constraints = (await client.query(constraintsSql, [tables])).rows;
  const indexes = (await client.query(indexesSql, [tables])).rows;
  for (const { table, name } of constraints)
    await client.query(`alter table ${table} drop constraint ${name}`);
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await client.query(
    `set synchronous_commit = off; set maintenance_work_mem = '1GB'; set max_parallel_maintenance_workers = 1`,
  );
  const from = new Date(until.getTime() - days * 86_400_000);
  for (let n = 1; n <= count; n += chunk) {
    const last = Math.min(count, n + chunk - 1);
    await client.query(insertSql, [n, last, count, from, days * 86_400]);
    say(`${last} of ${count} logs`);
  }
  for (const { table, name, definition: sql } of constraints)
    await client.query(`alter table ${table} add constraint ${name} ${sql}`);
  for (const { name, definition: sql } of indexes) {
    say(`index ${name}`);
    // With `ONLY` the partitions would be left without.
    await client.query(sql.replace(' ON ONLY ', ' ON '));
  }
  await client.query('vacuum (analyze)');
}
