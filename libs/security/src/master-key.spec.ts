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

  it('takes MASTER_KEY and writes nothing', () => {
    const text = Buffer.alloc(32, 7).toString('base64');
    const { bytes, madeAt } = loadMasterKey({
      MASTER_KEY: { reveal: () => text },
      DATA_DIR: join(directory, 'none'),
    });
    expect(bytes.equals(Buffer.alloc(32, 7))).toBe(true);
    expect(madeAt).toBeNull();
    expect(() => statSync(join(directory, 'none'))).toThrow();
  });

  it('makes a file that only its owner can read, and finds it again', () => {
    const source = { MASTER_KEY: undefined, DATA_DIR: join(directory, 'data') };
    const first = loadMasterKey(source);
    expect(first.madeAt).toBe(join(directory, 'data', 'master.key'));
    expect(statSync(first.madeAt!).mode & 0o777).toBe(0o600);
    const second = loadMasterKey(source);
    expect(second.bytes.equals(first.bytes)).toBe(true);
    expect(second.madeAt).toBeNull();
  });

  it('refuses a file that is not a key instead of replacing it', () => {
    writeFileSync(join(directory, 'master.key'), 'not a key');
    expect(() => loadMasterKey({ MASTER_KEY: undefined, DATA_DIR: directory })).toThrow(
      MasterKeyError,
    );
  });
});
