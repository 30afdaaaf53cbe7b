import { describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { isResumeToken, isResumeTokenShaped, resumeTokenOf } from './resume-token.js';

const place = { executionId: 'e', blockId: 'b', iteration: '' };

describe('a resume token', () => {
  it('is valid only for its execution, block and iteration', () => {
    const key = randomBytes(32);
    const token = resumeTokenOf([key], place);
    expect(isResumeToken([key], place, token)).toBe(true);
    for (const other of [{ executionId: 'f' }, { blockId: 'c' }, { iteration: 'l[0]' }])
      expect(isResumeToken([key], { ...place, ...other }, token)).toBe(false);
    expect(isResumeToken([key], place, `${token}x`)).toBe(false);
  });

  it('is recognised by its shape', () => {
    const token = resumeTokenOf([randomBytes(32)], place);
    expect(isResumeTokenShaped(token)).toBe(true);
    for (const other of [
      '',
      'x',
      token.slice(1),
      `${token}x`,
      `${token}\n`,
      token.replace(/./, ' '),
    ])
      expect([other, isResumeTokenShaped(other)]).toEqual([other, false]);
  });

  it('stays valid during a rotation of the master key', () => {
    const [old, current] = [randomBytes(32), randomBytes(32)];
    const token = resumeTokenOf([old], place);
    expect(isResumeToken([current, old], place, token)).toBe(true);
    expect(isResumeToken([current], place, token)).toBe(false);
  });
});
