import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { tryClaim } from './claim-file.js';

describe('tryClaim', () => {
  let dir: string;
  beforeEach(() => {
    dir = mkdtempSync(join(tmpdir(), 'flowledger-claim-'));
  });
  afterEach(() => rmSync(dir, { recursive: true }));

  it('returns the running owner to a second claimant', () => {
    tryClaim(join(dir, 'lock'));
    expect(tryClaim(join(dir, 'lock'))).toMatchObject({ owner: { pid: process.pid } });
  });

  it('succeeds again after a release, which removes the file', () => {
    const first = tryClaim(join(dir, 'lock'));
    if ('claim' in first) first.claim.release();
    expect(readdirSync(dir)).toEqual([]);
    expect(tryClaim(join(dir, 'lock'))).toHaveProperty('claim');
  });

  it('ignores the claim of an ended process', () => {
    const gone = spawnSync('true').pid;
    writeFileSync(join(dir, 'lock'), JSON.stringify({ pid: gone, started: 'whenever' }));
    expect(tryClaim(join(dir, 'lock'))).toHaveProperty('claim');
  });

  it('ignores a file without a valid claim', () => {
    writeFileSync(join(dir, 'lock'), '');
    expect(tryClaim(join(dir, 'lock'))).toHaveProperty('claim');
  });
});
