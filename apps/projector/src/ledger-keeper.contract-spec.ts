import { describe, expect, it } from '@jest/globals';
import { withArchive } from '@libs/archive';
import { groups, topics } from '@libs/contracts';
import { encodePosition } from '@libs/ledger';
import { readdir } from 'node:fs/promises';
import { executionsProjection } from './executions/executions.projection.js';
import { rebuildProjection } from './rebuild/rebuild.js';
import {
  allTopics,
  commit,
  database,
  days,
  dir,
  ends,
  executionsPerPartition,
  forgetPositions,
  fourth,
  keep,
  keeper,
  log,
  metrics,
  msPerDay,
  openKeptLedger,
  partitions,
  readAll,
  rows,
  setCheckpoint,
  starts,
  test,
  unread,
  untouched,
  warnings,
} from './testing/kept-ledger.js';

openKeptLedger();

describe('retention of the ledger', () => {
  it('moves old records into the archive, and a rebuild from both gives the same rows', async () => {
    const rebuild = async (): Promise<number> =>
      rebuildProjection({
        projection: executionsProjection,
        log: await withArchive(log, dir),
        databaseUrl: test.url,
      });
    const records = await rebuild();
    const before = await rows();
    expect(before['execution_log']).toHaveLength(partitions * executionsPerPartition);
    await readAll();
    await keep();
    for (const topic of allTopics)
      expect([topic, await starts(topic)]).toEqual([topic, await ends(topic)]);
    expect(warnings).toEqual([]);
    expect(await rebuild()).toBe(records);
    expect(await rows()).toEqual(before);
  });

  it('leaves young records, and moves them when they are old', async () => {
    await keep(days - 1);
    await untouched();
    expect(await readdir(dir)).toEqual(['cluster-id']);
    await keep();
    expect(await starts(topics.events)).toEqual(await ends(topics.events));
  });

  const openAt = { offset: executionsPerPartition, metadata: encodePosition(fourth) };
  it.each<[string, string, () => unknown]>([
    ['the relay', topics.events, () => commit(groups.relay, topics.events, 0, unread)],
    [
      'a takeover that folds open requests',
      topics.events,
      () => commit(groups.runner, topics.requests, 0, openAt),
    ],
    [
      'a takeover that folds open commands',
      topics.events,
      () => commit(groups.runner, topics.control, 0, openAt),
    ],
    [
      'the projection of executions',
      topics.events,
      () => setCheckpoint('executions', topics.events, 0, fourth.offset),
    ],
    [
      'a runner with an open command',
      topics.control,
      () => commit(groups.runner, topics.control, 0, unread),
    ],
    [
      'the projection of deliveries',
      topics.deliveryEvents,
      () => setCheckpoint('deliveries', topics.deliveryEvents, 0, fourth.offset),
    ],
  ])('leaves what %s may ask for, says so, and moves it later', async (_reader, topic, hold) => {
    await hold();
    const [all = 0, other = 0] = await ends(topic);
    await keep();
    expect(await starts(topic)).toEqual([fourth.offset, other]);
    const held = [{ topic, partition: 0 }];
    expect(warnings).toMatchObject([{ code: 'LEDGER_RETENTION_WAITS', held }]);
    expect(await metrics.registry.metrics()).toContain('flowledger_ledger_retention_waiting 1');
    await readAll();
    await keep();
    expect(await starts(topic)).toEqual([all, other]);
  });

  it('leaves everything for a reader without a position', async () => {
    await forgetPositions();
    await keep();
    await untouched();
  });

  it('does not take the checkpoint of another cluster for a position', async () => {
    await database.pool.query(`update projection_checkpoint set cluster_id = 'another'`);
    await keep();
    expect(await starts(topics.events)).toEqual([0, 0]);
    expect(await starts(topics.deliveryEvents)).toEqual([0, 0]);
  });

  it('keeps what came of a request while Kafka has the request', async () => {
    const metadata = encodePosition({
      offset: (await ends(topics.events))[0] ?? 0,
      claimOffset: 0,
    });
    commit(groups.runner, topics.requests, 0, { offset: 2, metadata });
    await keep();
    const [, all = 0] = await ends(topics.events);
    expect(await starts(topics.requests)).toEqual([2, executionsPerPartition]);
    expect(await starts(topics.events)).toEqual([0, all]);
    expect(warnings).toMatchObject([
      { held: [{ by: groups.runner }, { by: topics.requests, topic: topics.events }] },
    ]);
  });

  it('does nothing unless it is asked for', async () => {
    const off = keeper({ FLOWLEDGER_LEDGER_RETENTION_DAYS: '0' });
    await off.keep(Date.now() + 10_000 * msPerDay);
    await untouched();
  });

  it('counts what it moved', async () => {
    await keep();
    const text = await metrics.registry.metrics();
    const all = partitions * executionsPerPartition;
    for (const what of ['archived', 'deleted'])
      expect(text).toContain(
        `flowledger_ledger_${what}_records_total{topic="${topics.requests}"} ${all}`,
      );
    expect(text).toContain('flowledger_ledger_retention_waiting 0');
  });
});
