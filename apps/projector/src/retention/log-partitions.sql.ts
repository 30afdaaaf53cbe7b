/**
 * Partitions of the log tables. Tables are named without a schema, so that the statements also work
 * on a rebuild's copy.
 */
import { advisoryLocks, storedBytes, textBytes } from '@libs/persistence';

/** Tables partitioned by `retention_bucket`; the first one tells which executions have ended. */
const tables = [
  'execution_log',
  'execution_detail',
  'execution_search',
  'block_execution',
  'block_attempt',
] as const;

const nameOf = (table: string, bucket: number): string => `${table}_r${bucket}`;

/**
 * Created, then attached: `create … partition of` would wait for every reader. Repeatable. Reads
 * pg_inherits, because `to_regclass` would find the live partition from within a copy.
 */
export const createPartitionsSql = (bucket: number): string => `
do $$
declare t text;
begin
  perform pg_advisory_xact_lock(${advisoryLocks.makingPartitions});
  foreach t in array array[${tables.map((table) => `'${table}'`).join(', ')}] loop
    if not exists (
      select from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = t::regclass and c.relname = t || '_r${bucket}')
    then
      execute format('create table %I (like %I including defaults including storage including compression)', t || '_r${bucket}', t);
      execute format('alter table %I attach partition %I for values in (${bucket})', t, t || '_r${bucket}');
    end if;
  end loop;
end $$`;

/** Buckets that have partitions, except the one for rows kept for ever. */
export const bucketsSql = `
select substring(c.relname from '_r(\\d+)$')::int as bucket
from pg_inherits i join pg_class c on c.oid = i.inhrelid
where i.inhparent = 'execution_log'::regclass and c.relname ~ '_r\\d+$'
order by 1`;

/**
 * Moves unended executions of any age to the kept bucket; they are few. Indexes: the partition's
 * page and primary key indexes.
 */
export const keepUnendedSql = (bucket: number): readonly string[] => {
  const unended = `select execution_id from ${nameOf('execution_log', bucket)} where ended_at is null`;
  const [log, ...others] = tables;
  return [
    ...others.map(
      (table) =>
        `update ${table} set retention_bucket = 0 where retention_bucket = ${bucket} and execution_id in (${unended})`,
    ),
    `update ${log} set retention_bucket = 0 where retention_bucket = ${bucket} and ended_at is null`,
  ];
};

/**
 * Counts the unended executions, before they move, among what is kept for ever. Their records are
 * not at hand, so their rows are measured. Index: the page index of the partition.
 */
export const keepUnendedBytesSql = (bucket: number): string => `
insert into stored_bytes as b (workspace_id, retention_bucket, ledger_partition, account_id, bytes)
select l.workspace_id, 0, l.ledger_partition, (array_agg(l.account_id))[1], sum(size.bytes)
from ${nameOf('execution_log', bucket)} l
left join ${nameOf('execution_detail', bucket)} d on d.execution_id = l.execution_id
cross join lateral (select ${textBytes('d.input')} + (
  select coalesce(sum(${textBytes('x.input')} + ${textBytes('x.output')}), 0)
  from ${nameOf('block_execution', bucket)} x where x.execution_id = l.execution_id) as bytes) size
where l.ended_at is null
group by l.workspace_id, l.ledger_partition
on conflict (workspace_id, retention_bucket, ledger_partition) do update set bytes = b.bytes + excluded.bytes`;

/** $1 bucket. Index: stored_bytes_of_bucket. */
export const dropStoredBytesSql = 'delete from stored_bytes where retention_bucket = $1';

export const dropPartitionsSql = (bucket: number): string =>
  `drop table ${tables.map((table) => nameOf(table, bucket)).join(', ')}`;

/** Rows are counted only to check that an export contains all of them. */
export const countEndedSql = (bucket: number): string =>
  `select count(*) as count from ${nameOf('execution_log', bucket)} where ended_at is not null`;

/** A page of such lines is some megabytes; a larger execution is read on its own, in pieces. */
const lineBytes = 256 * 1024;
/** Names, times and braces of a row. */
const rowBytes = 300;

/**
 * Every ended execution with one JSON object of all its log rows, as stored: secrets stay
 * encrypted. The object is null where it would exceed `lineBytes`.
 */
export const exportSql = (bucket: number): string => {
  const rowsOf = (table: string): string =>
    `from ${nameOf(table, bucket)} x where x.execution_id = l.execution_id`;
  // `to_json` per row: without it, `json_agg` puts rows on several lines.
  const all = (table: string): string =>
    `(select json_agg(to_json(x) order by x.sequence) ${rowsOf(table)})`;
  const sizeOf = (bytes: (column: string) => string): string => `
    ${bytes('d.input')} + ${bytes('d.final_output')}
    + (select coalesce(sum(${rowBytes} + ${bytes('x.input')} + ${bytes('x.output')}), 0) ${rowsOf('block_execution')})
    + (select ${rowBytes} * count(*) ${rowsOf('block_attempt')})`;
  return `
select l.execution_id, case when size.stored <= ${lineBytes} and (${sizeOf(textBytes)}) <= ${lineBytes} then
  json_build_object('log', to_json(l), 'detail', to_json(d), 'blocks', ${all('block_execution')}, 'attempts', ${all('block_attempt')})::text
  end as line
from ${nameOf('execution_log', bucket)} l
left join ${nameOf('execution_detail', bucket)} d on d.execution_id = l.execution_id
cross join lateral (select ${sizeOf(storedBytes)} as stored) as size
where l.ended_at is not null`;
};

/** $1 execution, without its blocks and tries. */
export const exportHeadSql = (bucket: number): string => `
select json_build_object('log', to_json(l), 'detail', to_json(d))::text as line
from ${nameOf('execution_log', bucket)} l
left join ${nameOf('execution_detail', bucket)} d on d.execution_id = l.execution_id
where l.execution_id = $1`;

/** $1 execution: its rows in order. */
export const exportRowsSql = (table: 'block_execution' | 'block_attempt', bucket: number): string =>
  `select to_json(x)::text as line from ${nameOf(table, bucket)} x where x.execution_id = $1 order by x.sequence`;

/** Retentions in use, by plan and by own agreement. Reads all accounts, so call it rarely. */
export const retentionsSql = `
select distinct plan, (limits ->> 'logRetentionDays')::int as own_days from account`;
