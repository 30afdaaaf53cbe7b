import { describe, expect, it } from '@jest/globals';
import { EndedExecutions } from './ended-executions.js';

describe('ended executions', () => {
  it('are forgotten after 40,000 later ends', () => {
    const ended = new EndedExecutions([]);
    for (let n = 0; n < 40_000; n += 1) ended.add(`e${n}`);
    expect(ended.has('e39999')).toBe(true);
    expect(ended.has('e0')).toBe(false);
  });

  it('are kept after a takeover until their requests are read', () => {
    const ended = new EndedExecutions(['before']);
    for (let n = 0; n < 40_000; n += 1) ended.add(`e${n}`);
    expect(ended.has('before')).toBe(true);
    ended.read('before');
    expect(ended.has('before')).toBe(true);
    for (let n = 0; n < 40_000; n += 1) ended.add(`later${n}`);
    expect(ended.has('before')).toBe(false);
  });
});
