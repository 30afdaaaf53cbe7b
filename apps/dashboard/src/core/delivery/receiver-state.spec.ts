import { describe, expect, it } from '@jest/globals';
import { receiverStateOf, type Standing } from './receiver-state.js';

const closed = { active: true, breaker: { state: 'closed' } } as const;

describe('the state of a receiver', () => {
  it.each<[string, Standing]>([
    ['deactivated', { ...closed, active: false, lastAttempt: { status: 200 } }],
    ['open', { active: true, breaker: { state: 'open' }, lastAttempt: { status: null } }],
    ['unused', { ...closed, lastAttempt: null }],
    ['closed', { ...closed, lastAttempt: { status: 204 } }],
    ['closed', closed],
    ['failing', { ...closed, lastAttempt: { status: 503 } }],
    ['failing', { ...closed, lastAttempt: { status: null } }],
  ])('is %s with %j', (state, standing) => {
    expect(receiverStateOf(standing)).toBe(state);
  });
});
