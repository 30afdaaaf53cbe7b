import { describe, expect, it } from '@jest/globals';
import { offered } from './patiently.js';

const failing = (times: number) => {
  let calls = 0;
  return () => {
    calls += 1;
    return calls > times
      ? Promise.resolve(['sign in: http://localhost:3000/'])
      : Promise.reject(new Error('timeout exceeded when trying to connect'));
  };
};

describe('what a start offers beside the service', () => {
  it('is made when Postgres is back', async () => {
    expect(await offered(failing(1), 'no sign-in link')).toEqual([
      'sign in: http://localhost:3000/',
    ]);
  });

  it('is missing with a reason when Postgres stays away, and does not end the start', async () => {
    expect(await offered(failing(9), 'no sign-in link', 0)).toEqual([
      'no sign-in link: timeout exceeded when trying to connect',
    ]);
  });
});
