import { describe, expect, it } from '@jest/globals';
import type { Database } from '@libs/persistence';
import { orderIntake } from '../../../test/support/workflows.js';
import { NewerWorkflowError, WorkflowCache } from './workflow-cache.js';

/** A database that has this one version of everything, and counts how often it is asked. */
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

const known = { ...orderIntake('p', 'http://127.0.0.1'), variables: {} };

describe('workflow cache', () => {
  it('reads and compiles a version once, however often and however many at a time ask for it', async () => {
    const { database, reads } = databaseWith(known);
    const cache = new WorkflowCache(database);
    expect(cache.peek('w', 1)).toBeNull();
    const [one, other] = await Promise.all([cache.load('w', 1), cache.load('w', 1)]);
    expect(await cache.load('w', 1)).toBe(one);
    expect(other).toBe(one);
    expect(cache.peek('w', 1)).toBe(one);
    expect(reads()).toBe(1);
    await cache.load('w', 2);
    expect(reads()).toBe(2);
  });

  it('asks again for what is not there, or not known to this release: both may come', async () => {
    const nothing = databaseWith(null);
    const empty = new WorkflowCache(nothing.database);
    expect(await empty.load('w', 1)).toBeNull();
    expect(await empty.load('w', 1)).toBeNull();
    expect(nothing.reads()).toBe(2);
    const future = { id: 'new', type: 'block-of-the-future', name: 'New', config: {} };
    const newer = databaseWith({ ...known, blocks: [...known.blocks, future] });
    const cache = new WorkflowCache(newer.database);
    await expect(cache.load('w', 1)).rejects.toBeInstanceOf(NewerWorkflowError);
    await expect(cache.load('w', 1)).rejects.toBeInstanceOf(NewerWorkflowError);
    expect(newer.reads()).toBe(2);
  });
});
