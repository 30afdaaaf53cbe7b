import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createMemoryEventLog, type EventLog, type ReceivedRecord } from '@libs/event-log';
import { appendFile, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { archivedRange, requireArchived } from './archive-directory.js';
import { archiveTopic } from './archive-topic.js';
import { type LedgerSource, withArchive } from './with-archive.js';

const topic = 'ledger';
const count = 1200;
let dir: string;
let log: EventLog;

const upTo = (offset: number) => new Map([[0, offset]]);
const archive = (offset: number) =>
  archiveTopic(log, { dir, topic, until: upTo(offset), fileBytes: 100_000 });

async function readAll(source: LedgerSource, from = 0): Promise<ReceivedRecord[]> {
  const found: ReceivedRecord[] = [];
  const end = (await source.admin.endOffsets(topic)).get(0) ?? 0;
  await source.readRange({ topic, partition: 0 }, from, end, (records) => {
    found.push(...records);
  });
  return found;
}

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), 'flowledger-archive-'));
  log = createMemoryEventLog();
  await log.admin.ensureTopics([{ name: topic, partitions: 1, config: {} }]);
  const appender = log.appender();
  for (let n = 0; n < count; n += 1) {
    const headers = { 'event-type': 'Test', n: String(n) };
    const value = n % 100 === 7 ? null : Buffer.from([0, n % 256, 255, 10, 13]);
    await appender.append({ topic, key: n % 2 === 0 ? `k${n}` : null, value, headers });
  }
});

afterEach(async () => {
  await log.close();
  await rm(dir, { recursive: true, force: true });
});

describe('an archive', () => {
  it('returns every record unchanged, together with the rest of the log', async () => {
    const before = await readAll(log);
    const [range] = await archive(800);
    expect(range).toEqual({ topic, partition: 0, from: 0, until: 800, written: 800 });
    await log.admin.deleteBefore(topic, upTo(800));
    expect(await readAll(log)).toHaveLength(count - 800);
    const source = await withArchive(log, dir);
    expect(await source.admin.startOffsets(topic)).toEqual(upTo(0));
    expect(await readAll(source)).toEqual(before);
    expect(await readAll(source, 555)).toEqual(before.slice(555));
  });

  it('continues at its last offset and writes no record twice', async () => {
    await archive(300);
    expect(await archive(300)).toMatchObject([{ until: 300, written: 0 }]);
    await log.admin.deleteBefore(topic, upTo(250));
    expect(await archive(900)).toMatchObject([{ from: 0, until: 900, written: 600 }]);
    expect(await readAll(await withArchive(log, dir))).toHaveLength(count);
  });

  it('rejects a gap between its end and the log', async () => {
    await archive(300);
    await log.admin.deleteBefore(topic, upTo(301));
    await expect(archive(900)).rejects.toMatchObject({ code: 'GAP' });
    const source = await withArchive(log, dir);
    await expect(source.admin.startOffsets(topic)).rejects.toMatchObject({ code: 'GAP' });
  });

  it('rejects a damaged file and a missing file', async () => {
    await archive(800);
    const partition = join(dir, topic, '0');
    const files = (await readdir(partition)).filter((name) => name.endsWith('.avro')).sort();
    expect(files.length).toBeGreaterThan(2);
    await appendFile(join(partition, files[0] ?? ''), 'x');
    const source = await withArchive(log, dir);
    await expect(readAll(source)).rejects.toMatchObject({ code: 'DAMAGED' });
    await rm(join(partition, files[1] ?? ''));
    await expect(archive(900)).rejects.toMatchObject({ code: 'GAP' });
  });

  it('rejects the log of another cluster', async () => {
    await writeFile(join(dir, 'cluster-id'), 'another\n');
    await expect(archive(10)).rejects.toMatchObject({ code: 'OTHER_CLUSTER' });
    await expect(withArchive(log, dir)).rejects.toMatchObject({ code: 'OTHER_CLUSTER' });
  });

  it('proves what it holds before anything may be deleted', async () => {
    const place = { topic, partition: 0 };
    expect(await archivedRange(dir, place)).toBeNull();
    await archive(800);
    expect(await archivedRange(dir, place)).toEqual({ from: 0, until: 800 });
    await requireArchived(dir, place, 0, 800);
    await expect(requireArchived(dir, place, 0, 801)).rejects.toMatchObject({ code: 'GAP' });
    const partition = join(dir, topic, '0');
    const files = (await readdir(partition)).filter((name) => name.endsWith('.avro')).sort();
    await appendFile(join(partition, files[1] ?? ''), 'x');
    await expect(requireArchived(dir, place, 0, 800)).rejects.toMatchObject({ code: 'DAMAGED' });
    // Only the files that hold something of the range are read.
    await requireArchived(dir, place, 799, 800);
  });

  it('is begun only where somebody asked for that: an unmounted volume looks empty', async () => {
    const options = { dir: join(dir, 'volume'), topic, until: upTo(10) };
    const refusing = archiveTopic(log, { ...options, without: 'refuse' });
    await expect(refusing).rejects.toMatchObject({ code: 'NOT_BEGUN' });
    expect(await readdir(dir)).toEqual([]);
    await archiveTopic(log, options);
    await archiveTopic(log, { ...options, without: 'refuse' });
  });

  it('ends between two files when it is told to, and goes on there', async () => {
    const options = { dir, topic, until: upTo(800), fileBytes: 100_000 };
    let files = 0;
    const stopped = archiveTopic(log, {
      ...options,
      mayGoOn: () => (++files > 2 ? Promise.reject(new Error('stop')) : Promise.resolve()),
    });
    await expect(stopped).rejects.toThrow('stop');
    const { until } = (await archivedRange(dir, { topic, partition: 0 })) ?? { until: 0 };
    expect(until).toBeGreaterThan(0);
    expect(await archiveTopic(log, options)).toMatchObject([{ until: 800, written: 800 - until }]);
  });

  it('does not let a reader pass over records that leave the log while it reads the files', async () => {
    await archive(300);
    const source = await withArchive(log, dir);
    const reading = source.readRange({ topic, partition: 0 }, 0, count, async () => {
      await log.admin.deleteBefore(topic, upTo(301));
    });
    await expect(reading).rejects.toMatchObject({ code: 'GAP' });
  });

  it('gives what it has where its own beginning is missing', async () => {
    await log.admin.deleteBefore(topic, upTo(100));
    const left = await readAll(log);
    await archive(300);
    await log.admin.deleteBefore(topic, upTo(250));
    const source = await withArchive(log, dir);
    expect(await source.admin.startOffsets(topic)).toEqual(upTo(100));
    expect(await readAll(source)).toEqual(left);
  });
});
