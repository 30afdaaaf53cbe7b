import { describe, expect, it } from '@jest/globals';
import { ApiRefusal, type ErrorBody } from '@libs/client';
import { deployRefusal } from './deploy-refusal.js';

const refusal = (status: number, code: ErrorBody['code'], details: unknown): ApiRefusal =>
  new ApiRefusal(status, { error: 'no', code, requestId: 'r', details }, null);

describe('a refused deployment', () => {
  it.each([
    [
      'says who saved meanwhile',
      refusal(412, 'REVISION_CONFLICT', { revision: 8, updatedBy: 'ada', definition: {} }),
      { kind: 'stale', revision: 8, userId: 'ada' },
    ],
    [
      'names the problems with their blocks',
      refusal(422, 'INVALID_WORKFLOW', [{ blockId: 'a', field: 'url', message: 'is missing' }, 1]),
      { kind: 'problems', problems: [{ blockId: 'a', message: 'is missing' }] },
    ],
    ['is told as it is for another code', refusal(403, 'MISSING_ROLE', []), { kind: 'other' }],
    ['is told as it is without problems', refusal(422, 'INVALID_WORKFLOW', []), { kind: 'other' }],
    ['is told as it is where no server answered', new Error('no'), { kind: 'other' }],
  ])('%s', (_, error, expected) => {
    expect(deployRefusal(error)).toEqual(expected);
  });
});
