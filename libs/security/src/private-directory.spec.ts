import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeDirectory } from './private-directory.js';

let base: string;
let dir: string;

const modeOf = (path: string): string => (statSync(path).mode & 0o7777).toString(8);
const write = (path: string, mode = 0o644): void => {
  writeFileSync(path, 'x');
  chmodSync(path, mode);
};

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'flowledger-private-'));
  dir = join(base, 'data');
});
afterEach(() => rmSync(base, { recursive: true }));

/** As an earlier release left it. */
function openDataDir(): void {
  mkdirSync(join(dir, 'kafka/data/events-0'), { recursive: true });
  write(join(dir, 'kafka/data/events-0/0.log'));
  write(join(dir, 'credentials.json'), 0o600);
  write(join(dir, 'stack.lock'));
  for (const path of ['kafka', 'kafka/data', 'kafka/data/events-0', '.'])
    chmodSync(join(dir, path), 0o755);
}

describe('a data directory', () => {
  it('is made for its owner only', async () => {
    expect(await closeDirectory(dir)).toBe('private');
    expect(modeOf(dir)).toBe('700');
  });

  it('is closed with everything in it when others could read it', async () => {
    openDataDir();
    expect(await closeDirectory(dir)).toBe('closed');
    expect(await closeDirectory(dir)).toBe('private');
    for (const path of ['.', 'kafka', 'kafka/data', 'kafka/data/events-0'])
      expect([path, modeOf(join(dir, path))]).toEqual([path, '700']);
    for (const path of ['kafka/data/events-0/0.log', 'stack.lock', 'credentials.json'])
      expect([path, modeOf(join(dir, path))]).toEqual([path, '600']);
  });

  it('keeps the bits of its owner', async () => {
    openDataDir();
    write(join(dir, 'kafka/run'), 0o755);
    write(join(dir, 'master.key'), 0o444);
    await closeDirectory(dir);
    expect([modeOf(join(dir, 'kafka/run')), modeOf(join(dir, 'master.key'))]).toEqual([
      '700',
      '400',
    ]);
  });

  it.each(['notes.txt', 'archive', 'credentials.json.old', 'kafka2'])(
    'stays as it is when it also holds %s: it may be a home directory',
    async (other) => {
      openDataDir();
      write(join(dir, other));
      expect(await closeDirectory(dir)).toBe('shared');
      expect([modeOf(dir), modeOf(join(dir, 'kafka/data'))]).toEqual(['755', '755']);
    },
  );

  it('does not reach out of itself through a link', async () => {
    openDataDir();
    const outside = join(base, 'outside');
    write(outside);
    symlinkSync(outside, join(dir, 'kafka/data/link'));
    symlinkSync(base, join(dir, 'kafka/up'));
    chmodSync(base, 0o755);
    expect(await closeDirectory(dir)).toBe('closed');
    expect([modeOf(outside), modeOf(base)]).toEqual(['644', '755']);
  });

  it('of another user stays as it is', async () => {
    openDataDir();
    const isRoot = process.getuid?.() === 0;
    if (isRoot) chownSync(dir, 12_345, 12_345);
    const theirs = isRoot ? dir : '/';
    const before = modeOf(theirs);
    expect(await closeDirectory(theirs)).toBe('foreign');
    expect(modeOf(theirs)).toBe(before);
  });
});
