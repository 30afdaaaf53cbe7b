import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { classifyEgressError, egressError } from './classify-error.js';
import { egressErrorCodes } from './egress.errors.js';

const withCode = (code: string): Error => Object.assign(new Error('x'), { code });

describe('classification of errors', () => {
  it.each([
    ['UND_ERR_CONNECT_TIMEOUT', 'CONNECT_TIMEOUT'],
    ['UND_ERR_BODY_TIMEOUT', 'IDLE_TIMEOUT'],
    ['UND_ERR_SOCKET', 'CONNECTION_RESET'],
    ['ECONNREFUSED', 'CONNECTION_REFUSED'],
    ['ENOTFOUND', 'DNS_FAILED'],
    ['EAI_AGAIN', 'DNS_FAILED'],
    ['CERT_HAS_EXPIRED', 'TLS_FAILED'],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'TLS_FAILED'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'TLS_FAILED'],
    ['HPE_INVALID_CONSTANT', 'PROTOCOL_ERROR'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'PROTOCOL_ERROR'],
    ['Z_DATA_ERROR', 'PROTOCOL_ERROR'],
    ['ESOMETHINGNEW', 'UNKNOWN'],
  ])('%s is %s', (code, expected) => {
    expect(classifyEgressError(withCode(code)).code).toBe(expected);
  });

  it('classifies an AggregateError by its inner error', () => {
    expect(classifyEgressError(new AggregateError([withCode('ECONNREFUSED')])).code).toBe(
      'CONNECTION_REFUSED',
    );
  });

  it('returns an already classified error unchanged', () => {
    const error = egressError('EGRESS_DENIED');
    expect(classifyEgressError(error)).toBe(error);
  });

  it('returns a code of the closed list for any value', () => {
    fc.assert(
      fc.property(fc.anything(), (thrown) => {
        expect(egressErrorCodes).toContain(classifyEgressError(thrown).code);
      }),
    );
  });
});
