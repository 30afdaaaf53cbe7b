/** Trigger URLs of the previous release, and its processes that still run beside this one. */
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createTestDatabase } from '../../../../test/support/stack.js';
import { type Database, migrate, openDatabase } from '../database.js';
import { eraseWorkspaceRows } from '../erase-workspace.js';
import { OldTriggerUrls1795800100000 } from './1795800100000-old-trigger-urls.js';
import { TriggerTokens1795800100001 } from './1795800100001-trigger-tokens.js';
import { TriggerRoutes1795800100002 } from './1795800100002-trigger-routes.js';
import { OldTriggerUrlsOfWorkspace1795800100003 } from './1795800100003-old-trigger-urls-of-workspace.js';

const migrations = [
  new OldTriggerUrls1795800100000(),
  new TriggerTokens1795800100001(),
  new TriggerRoutes1795800100002(),
  new OldTriggerUrlsOfWorkspace1795800100003(),
];

let database: Database;
let drop: () => Promise<void>;
const account = randomUUID();
const [mine, theirs] = [randomUUID(), randomUUID()];
const [orders, invoices, foreign] = [randomUUID(), randomUUID(), randomUUID()];

async function insertWorkspace(id: string): Promise<void> {
  await database.pool.query(
    `insert into workspace (id, account_id, name, wrapped_key) values ($1, $2, 'W', '')`,
    [id, account],
  );
}

async function insertWorkflow(id: string, workspaceId: string): Promise<void> {
  await database.pool.query(
    `insert into workflow (id, workspace_id, name, draft) values ($1, $2, 'F', '{"blocks":[]}')`,
    [id, workspaceId],
  );
}

/** The previous release's statement. @returns whether the workflow has the path */
async function claims(path: string, workflowId: string, workspaceId: string): Promise<boolean> {
  const { rowCount } = await database.pool.query(
    `insert into trigger_path (path, workflow_id, workspace_id, block_id) values ($1, $2, $3, 'hook')
     on conflict (path) do update set block_id = excluded.block_id where trigger_path.workflow_id = excluded.workflow_id
     returning path`,
    [path, workflowId, workspaceId],
  );
  return rowCount === 1;
}

/** The previous release's statement. */
const releaseAllBut = (workflowId: string, paths: readonly string[]): Promise<unknown> =>
  database.pool.query('delete from trigger_path where workflow_id = $1 and path <> all($2)', [
    workflowId,
    paths,
  ]);

async function routesOf(workspaceId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ path: string; workflow_id: string }>(
    'select path, workflow_id from trigger_route where workspace_id = $1 order by path',
    [workspaceId],
  );
  return rows.map(({ path, workflow_id: id }) => `${path} ${id}`);
}

async function tokensOf(workspaceId: string): Promise<string[]> {
  const { rows } = await database.pool.query<{ token: string }>(
    'select token from trigger_token where workspace_id = $1 and ends_at is null',
    [workspaceId],
  );
  return rows.map(({ token }) => token);
}

beforeAll(async () => {
  const created = await createTestDatabase();
  drop = created.drop;
  await migrate(created.url);
  database = await openDatabase({ url: created.url, poolSize: 2, applicationName: 'test' });
  const runner = database.dataSource.createQueryRunner();
  for (const migration of migrations.toReversed()) await migration.down(runner);
  await database.pool.query(`insert into account (id, name, plan) values ($1, 'A', 'free')`, [
    account,
  ]);
  for (const id of [mine, theirs]) await insertWorkspace(id);
  await insertWorkflow(orders, mine);
  await insertWorkflow(invoices, mine);
  await insertWorkflow(foreign, theirs);
  expect(await claims('orders', orders, mine)).toBe(true);
  expect(await claims('foreign', foreign, theirs)).toBe(true);
  for (const migration of migrations) await migration.up(runner);
  await runner.release();
});
afterAll(async () => {
  await database.close();
  await drop();
});

it('gives existing workspaces a token and workflows a route, and keeps the old URLs', async () => {
  const tokens = [...(await tokensOf(mine)), ...(await tokensOf(theirs))];
  expect(new Set(tokens).size).toBe(2);
  for (const token of tokens) expect(token).toMatch(/^[A-Za-z0-9]{24}$/);
  expect(await routesOf(mine)).toEqual([`orders ${orders}`]);
  expect(await routesOf(theirs)).toEqual([`foreign ${foreign}`]);
  const { rows } = await database.pool.query(
    `select calls, last_used_at, retired_at from trigger_path where path = 'orders'`,
  );
  expect(rows).toEqual([{ calls: 0, last_used_at: null, retired_at: null }]);
});

it('gives a workspace and a workflow of the previous release their token and route', async () => {
  const workspace = randomUUID();
  await insertWorkspace(workspace);
  expect(await tokensOf(workspace)).toHaveLength(1);
  expect(await claims('invoices', invoices, mine)).toBe(true);
  expect(await routesOf(mine)).toEqual([`invoices ${invoices}`, `orders ${orders}`]);
});

it('does not let the previous release take the path of a new workflow of the workspace', async () => {
  await database.pool.query(
    `insert into trigger_route (workspace_id, path, workflow_id) values ($1, 'modern', $2)`,
    [mine, randomUUID()],
  );
  expect(await claims('modern', orders, mine)).toBe(false);
  expect(await claims('modern', foreign, theirs)).toBe(true);
});

it('keeps a path that the previous release gives up from other workspaces, and frees it in its own', async () => {
  await releaseAllBut(orders, []);
  expect(await routesOf(mine)).not.toContain(`orders ${orders}`);
  expect(await claims('orders', foreign, theirs)).toBe(false);
  const next = randomUUID();
  await database.pool.query(
    `insert into trigger_route (workspace_id, path, workflow_id) values ($1, 'orders', $2)`,
    [mine, next],
  );
  await database.pool.query('delete from trigger_route where workflow_id = $1', [next]);
  expect(await claims('orders', orders, mine)).toBe(true);
  expect(await routesOf(mine)).toContain(`orders ${orders}`);
});

it('lets the previous release erase a workspace, and erases the rest of it', async () => {
  await database.pool.query('update workspace set erased_at = now() where id = $1', [mine]);
  for (const id of [orders, invoices]) await releaseAllBut(id, []);
  const { rows } = await database.pool.query('select from trigger_path where workspace_id = $1', [
    mine,
  ]);
  expect(rows).toEqual([]);
  await eraseWorkspaceRows(database.pool, mine);
  expect([await routesOf(mine), await tokensOf(mine)]).toEqual([[], []]);
  expect(await tokensOf(theirs)).toHaveLength(1);
});
