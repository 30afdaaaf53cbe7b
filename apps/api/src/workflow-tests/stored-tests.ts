/** Tests as they are stored. */
import type { WorkflowDefinition } from '@libs/workflow';
import { maxTests } from '@libs/workflow-test';
import type { PoolClient } from 'pg';
import { ApiError, notFound } from '../errors/index.js';
import { JsonText } from '../http/json-text.js';
import { tooManyBytes } from './checked-tests.js';
import { maxTestBytes, type TestView } from './workflow-test.schemas.js';
import { lockTestsSql, testUsageSql } from './workflow-test.sql.js';

export interface TestRow extends Omit<TestView, 'test' | 'updatedAt'> {
  /** JSON text. */
  readonly test: string;
  readonly updatedAt: Date;
}

export const testViewOf = ({ test, updatedAt, ...row }: TestRow): TestView => ({
  ...row,
  test: new JsonText(test),
  updatedAt: updatedAt.toISOString(),
});

/**
 * Keeps others from changing the tests until the transaction ends.
 * @returns the draft
 * @throws ApiError 404 when the workflow is unknown or another workspace's
 */
export async function lockTests(
  client: PoolClient,
  workflowId: string,
  workspaceId: string,
): Promise<WorkflowDefinition> {
  const values = [workflowId, workspaceId];
  const { rows } = await client.query<{ draft: WorkflowDefinition }>(lockTestsSql, values);
  const [row] = rows;
  if (row === undefined) throw notFound('workflow');
  return row.draft;
}

/** @throws ApiError when the workflow has too many, or too much */
export async function requireRoomForTests(client: PoolClient, workflowId: string): Promise<void> {
  const { rows } = await client.query<{ count: number; bytes: number }>(testUsageSql, [workflowId]);
  const { count, bytes } = rows[0] ?? { count: 0, bytes: 0 };
  if (bytes > maxTestBytes) throw tooManyBytes();
  if (count <= maxTests) return;
  const message = `A workflow may have ${maxTests} tests. Remove one`;
  throw new ApiError(403, 'QUOTA_EXCEEDED', message);
}
