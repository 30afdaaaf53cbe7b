import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadMasterKey, MasterKeyError } from './master-key.js';

describe('loadMasterKey', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'master-key-'));
  });
  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  it('uses MASTER_KEY and writes nothing', () => {
    const text = Buffer.alloc(32, 7).toString('base64');
    const { keys, madeAt } = loadMasterKey({
      MASTER_KEY: { reveal: () => text },
      DATA_DIR: join(directory, 'none'),
    });
    expect(keys).toEqual([Buffer.alloc(32, 7)]);
    expect(madeAt).toBeNull();
    expect(() => statSync(join(directory, 'none'))).toThrow();
  });

  it('also returns the previous key during a rotation', () => {
    const [now, before] = [7, 8].map((byte) => Buffer.alloc(32, byte).toString('base64'));
    const { keys } = loadMasterKey({
      MASTER_KEY: { reveal: () => now ?? '' },
      MASTER_KEY_PREVIOUS: { reveal: () => before ?? '' },
      DATA_DIR: directory,
    });
    expect(keys).toEqual([Buffer.alloc(32, 7), Buffer.alloc(32, 8)]);
  });

  it('creates a key file that only its owner can read, and reads it again', () => {
    const source = { MASTER_KEY: undefined, DATA_DIR: join(directory, 'data') };
    const first = loadMasterKey(source);
    expect(first.madeAt).toBe(join(directory, 'data', 'master.key'));
    expect(statSync(first.madeAt!).mode & 0o777).toBe(0o600);
    const second = loadMasterKey(source);
    expect(second.keys[0].equals(first.keys[0])).toBe(true);
    expect(second.madeAt).toBeNull();
  });

  it('rejects a file that is not a key', () => {
    writeFileSync(join(directory, 'master.key'), 'not a key');
    expect(() => loadMasterKey({ MASTER_KEY: undefined, DATA_DIR: directory })).toThrow(
      MasterKeyError,
    );
  });
});
