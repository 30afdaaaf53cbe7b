/** Postgres's plan for a statement, and the large tables that it would read completely. */
import type pg from 'pg';

export interface Statement {
  /** Its origin: `path#export`. */
  readonly name: string;
  readonly text: string;
  /** Null: values are chosen by parameter types. */
  readonly values: readonly unknown[] | null;
  /** A named prepared statement, for which one plan may serve all values. */
  readonly isNamed: boolean;
}

interface PlanNode {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** Parents of partitions, and partial indexes. */
export interface Catalog {
  readonly tableOf: ReadonlyMap<string, string>;
  readonly partial: ReadonlySet<string>;
}

const tablesSql = `
select c.relname as name, coalesce(p.relname, c.relname) as "table"
from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`;
const partialSql = `
select i.indexrelid::regclass::text as name from pg_index i where i.indpred is not null`;

export async function readCatalog(client: pg.Client): Promise<Catalog> {
  const tables = await client.query<{ name: string; table: string }>(tablesSql);
  const partial = await client.query<{ name: string }>(partialSql);
  return {
    tableOf: new Map(tables.rows.map(({ name, table }) => [name, table])),
    partial: new Set(partial.rows.map(({ name }) => name)),
  };
}

/**
 * Sequential scans, and index scans without a condition. A partial index is exempt because it only
 * holds a part of its table; a scan under a limit stops early.
 */
export function scansOf(
  node: PlanNode,
  { tableOf, partial }: Catalog,
  isLimited = false,
): readonly string[] {
  const { 'Node Type': type, 'Relation Name': relation, 'Index Name': index } = node;
  const table = relation === undefined ? undefined : (tableOf.get(relation) ?? relation);
  const limited = isLimited || type === 'Limit';
  const isWalk =
    /^Index (Only )?Scan$/.test(type) &&
    node['Index Cond'] === undefined &&
    !limited &&
    !partial.has(index ?? '');
  const own = table !== undefined && (type === 'Seq Scan' || isWalk) ? [`${type} on ${table}`] : [];
  return [
    ...own,
    ...(node.Plans ?? []).flatMap((plan) => scansOf(plan, { tableOf, partial }, limited)),
  ];
}

const valueByType: Readonly<Record<string, unknown>> = {
  integer: 100,
  bigint: 100,
  'double precision': 1,
  numeric: 1,
  boolean: true,
  text: 'x',
  'character varying': 'x',
  json: '{}',
  jsonb: '{}',
  bytea: Buffer.from('x'),
  date: '2026-11-01',
  'timestamp with time zone': new Date(Date.now() - 86_400_000),
  name: 'x',
  regclass: 'account',
};

function valueOf(type: string, tenant: string): unknown {
  const element = /^(.*)\[\]$/.exec(type)?.[1];
  if (element !== undefined) return [valueOf(element, tenant)];
  if (type === 'uuid') return tenant;
  const value = valueByType[type];
  if (value === undefined) throw new Error(`test/statements/plans.ts has no value of type ${type}`);
  return value;
}

const typesSql = `
select array(select format_type(t, null) from unnest(parameter_types) with ordinality as p(t, place) order by place) as types
from pg_prepared_statements where name = 'asked'`;

async function sampled(client: pg.Client, text: string, tenant: string): Promise<unknown[]> {
  await client.query(`prepare asked as ${text}`);
  const { rows } = await client.query<{ types: string[] }>(typesSql);
  await client.query('deallocate asked');
  return (rows[0]?.types ?? []).map((type) => valueOf(type, tenant));
}

/**
 * Scans of the plan for these values.
 * @param tenant id of the largest tenant in every role
 */
export async function scansFor(
  client: pg.Client,
  { text, values }: Pick<Statement, 'text' | 'values'>,
  catalog: Catalog,
  tenant: string,
): Promise<readonly string[]> {
  const given = values ?? (await sampled(client, text, tenant));
  return explained(client, `explain (format json) ${text}`, given, catalog);
}

/** Scans of the generic plan that Postgres keeps for a named statement. */
export const genericScansOf = (
  client: pg.Client,
  text: string,
  catalog: Catalog,
): Promise<readonly string[]> =>
  explained(client, `explain (generic_plan, format json) ${text}`, undefined, catalog);

async function explained(
  client: pg.Client,
  text: string,
  values: readonly unknown[] | undefined,
  catalog: Catalog,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
    text,
    values === undefined ? undefined : [...values],
  );
  const plan = rows[0]?.['QUERY PLAN'][0]?.Plan;
  if (plan === undefined) throw new Error(`no plan for ${text}`);
  return [...new Set(scansOf(plan, catalog))].sort();
}
