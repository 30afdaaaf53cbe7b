import { describe, expect, it } from '@jest/globals';
import { createEgressPolicy } from '@libs/egress';
import { egressDefault } from './loopback-egress.js';

const allowsLoopback = (asked: string | undefined, host: string): boolean => {
  const allow = egressDefault(asked, host).allow.split(',').filter(Boolean);
  return createEgressPolicy({ allow }).allowsAddress('127.0.0.1');
};

describe('calls of workflows to loopback addresses', () => {
  it.each(['127.0.0.1', '127.9.9.9', '::1', '0:0:0:0:0:0:0:1', 'localhost', 'LocalHost'])(
    'are allowed while HOST is %s, and the note says so',
    (host) => {
      expect(allowsLoopback(undefined, host)).toBe(true);
      expect(egressDefault(undefined, host).note).toContain('are allowed');
    },
  );

  it.each([
    '0.0.0.0',
    '::',
    '',
    '10.0.0.7',
    'fe80::1',
    '128.0.0.1',
    'localhost.example',
    'flow.internal',
  ])('are refused while HOST is "%s", and the note says what allows them', (host) => {
    expect(allowsLoopback(undefined, host)).toBe(false);
    expect(egressDefault(undefined, host).note).toContain('EGRESS_ALLOW=127.0.0.0/8,::1/128');
  });

  it.each(['127.0.0.1', '0.0.0.0'])('are as EGRESS_ALLOW says with HOST %s', (host) => {
    expect(egressDefault('127.0.0.1', host)).toEqual({ allow: '127.0.0.1', note: null });
    expect(allowsLoopback('127.0.0.1', host)).toBe(true);
    expect(allowsLoopback('', host)).toBe(false);
  });
});
