import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createBucket, insertLogRow } from '../testing/log-rows.js';
import { type LogWorkspace, openLogWorkspace } from '../testing/log-workspace.js';
import { maxMergedSets, maxModelSets, readModelSets } from './model-sets.js';

const bucket = 720_454;

let world: LogWorkspace;

beforeAll(async () => {
  world = await openLogWorkspace();
  await createBucket(world.base.database, bucket);
});
afterAll(() => world.close());

async function insertLog(models: readonly string[], retentionBucket = 0): Promise<string> {
  const executionId = randomUUID();
  const owner = { ...world.tenant, workflowId: world.workflowId };
  await insertLogRow(world.base.database, owner, { executionId, models, retentionBucket });
  return executionId;
}

const setsOf = (model: string, { workspaceId } = world.tenant) =>
  readModelSets(world.base.database.pool, workspaceId, model);

describe('the sets of models of a workspace', () => {
  it('are those that have the model, wherever their logs stand, and no other workspace’s', async () => {
    for (const models of [['a'], ['a', 'b'], ['b', 'a'], ['b'], []]) await insertLog(models);
    await insertLog(['a', 'c'], bucket);
    expect(await setsOf('a')).toHaveLength(4);
    expect(new Set(await setsOf('a')).size).toBe(4);
    expect(await setsOf('c')).toHaveLength(1);
    expect(await setsOf('d')).toEqual([]);
    expect(await setsOf('a', { ...world.tenant, workspaceId: randomUUID() })).toEqual([]);
  });

  it('are all asked where a model is in more of them than are merged', async () => {
    const ids: string[] = [];
    for (let n = 0; n <= maxMergedSets; n += 1) ids.push(await insertLog([`other-${n}`, 'wide']));
    const found = await world.follow({ model: 'wide', level: 'info', limit: '7' });
    expect(new Set(found)).toEqual(new Set(ids));
    expect(await world.follow({ model: 'wide', level: 'error' })).toEqual([]);
    expect(await world.follow({ model: 'other-3', search: '"ok"' })).toEqual([ids[3]]);
    expect(await world.follow({ model: 'other-3', search: 'nowhere' })).toEqual([]);
  });

  it('are not asked where there are too many of them: a model’s logs are all found', async () => {
    const known = await setsOf('a');
    const rare = await insertLog(['rare']);
    for (let n = 0; n < maxModelSets; n += 1) await insertLog([`model-${n}`, 'common']);
    expect(known).not.toBeNull();
    expect(await setsOf('a')).toBeNull();
    expect(await world.follow({ model: 'rare' })).toEqual([rare]);
    expect(await world.follow({ model: 'common', limit: '100' })).toHaveLength(maxModelSets);
  });
});
