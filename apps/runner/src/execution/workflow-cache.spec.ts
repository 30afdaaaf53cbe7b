import { describe, expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { orderIntake } from '../../../../test/support/workflows.js';
import { NewerWorkflowError, WorkflowCache } from './workflow-cache.js';

/** A database that has this one version of everything, and counts the queries. */
function databaseWith(definition: object | null) {
  let reads = 0;
  const query = (): Promise<unknown> => {
    reads += 1;
    return Promise.resolve({
      rows: definition === null ? [] : [{ definition, content_hash: 'hash' }],
    });
  };
  const database = { pool: { query } } as unknown as Pick<Database, 'pool'>;
  return { database, reads: () => reads };
}

const first = { workflowId: 'w', deploymentVersion: 1, definitionHash: 'hash' };
const known = { ...orderIntake('p', 'http://127.0.0.1'), variables: {} };

describe('workflow cache', () => {
  it('reads and compiles a version once for concurrent and later loads', async () => {
    const { database, reads } = databaseWith(known);
    const cache = new WorkflowCache(database);
    expect(cache.peek(first)).toBeNull();
    const [one, other] = await Promise.all([cache.load(first), cache.load(first)]);
    expect(await cache.load(first)).toBe(one);
    expect(other).toBe(one);
    expect(cache.peek(first)).toBe(one);
    expect(reads()).toBe(1);
    await cache.load({ ...first, deploymentVersion: 2 });
    expect(reads()).toBe(2);
  });

  it('returns nothing for a version with another definition hash', async () => {
    const { database } = databaseWith(known);
    const cache = new WorkflowCache(database);
    await cache.load(first);
    const lost = { ...first, definitionHash: 'other' };
    expect([cache.peek(lost), await cache.load(lost)]).toEqual([null, null]);
  });

  it('reads a missing or newer version again on each load', async () => {
    const nothing = databaseWith(null);
    const empty = new WorkflowCache(nothing.database);
    expect(await empty.load(first)).toBeNull();
    expect(await empty.load(first)).toBeNull();
    expect(nothing.reads()).toBe(2);
    const future = { id: 'new', type: 'block-of-the-future', name: 'New', config: {} };
    const newer = databaseWith({ ...known, blocks: [...known.blocks, future] });
    const cache = new WorkflowCache(newer.database);
    await expect(cache.load(first)).rejects.toBeInstanceOf(NewerWorkflowError);
    await expect(cache.load(first)).rejects.toBeInstanceOf(NewerWorkflowError);
    expect(newer.reads()).toBe(2);
  });
});
