import { describe, expect, it } from '@jest/globals';
import { remedyOf } from './remedy.js';

const remedyFor = (code: string, httpStatus: number | null = null) =>
  remedyOf({ code, message: '', httpStatus });

describe('remedyOf', () => {
  it.each([
    [401, 'access'],
    [402, 'input'],
    [404, 'address'],
    [429, 'later'],
    [503, 'later'],
  ])('goes by the status %s of an answer', (status, remedy) => {
    expect(remedyFor('HTTP_STATUS', status)).toBe(remedy);
  });

  it('goes by the code where no answer came', () => {
    expect(remedyFor('DNS_FAILED')).toBe('address');
    expect(remedyFor('FUNCTION_FAILED')).toBe('code');
  });

  it('has none for a code that only its message explains', () => {
    expect(remedyFor('CHILD_FAILED')).toBeNull();
  });
});
