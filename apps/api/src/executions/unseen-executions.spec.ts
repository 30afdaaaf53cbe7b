import { describe, expect, it } from '@jest/globals';
import { v4, v7 } from 'uuid';
import { timeOfId } from './unseen-executions.js';

describe('the time of an execution id', () => {
  it('is its creation time', () => {
    const madeAt = Date.UTC(2026, 4, 5, 6, 7, 8, 9);
    expect(timeOfId(v7({ msecs: madeAt }))).toBe(madeAt);
  });

  it('is null for an id without a time', () => {
    for (const id of [v4(), '', 'x', '../etc/passwd']) expect(timeOfId(id)).toBeNull();
  });
});
