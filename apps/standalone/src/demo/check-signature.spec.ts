import { describe, expect, it } from '@jest/globals';
import { checkSignature } from './check-signature.js';

// Known answer, made with openssl: libs/delivery/src/signature.spec.ts has the same.
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
const body = Buffer.from('{"test": 2432232314}');
const known = '38dcd345d12a163975f2a8484af858926bb995e425f50d05a5aaeaacf2178698';
const at = { secret, nowMs: 1_614_265_330_250 };
const other = 'a'.repeat(64);

describe('checkSignature', () => {
  it('says what was signed, what it computed, and how old the signature is', () => {
    expect(checkSignature(`t=1614265330000,v1=${known}`, body, at)).toEqual({
      timestampMs: 1_614_265_330_000,
      signedPrefix: '1614265330000.',
      ...{ received: known, computed: known, equal: true, ageMs: 250 },
    });
  });

  it('accepts any of the signatures of a rotation, and names the one that is equal', () => {
    const found = checkSignature(`t=1614265330000,v1=${other},v1=${known}`, body, at);
    expect(found).toMatchObject({ received: known, equal: true });
  });

  it.each([
    ['a changed body', `t=1614265330000,v1=${known}`, Buffer.from('{"test": 2432232315}')],
    ['a changed time', `t=1614265330001,v1=${known}`, body],
    ['another signature', `t=1614265330000,v1=${other}`, body],
  ])('finds that %s is not equal', (_, header, changed) => {
    expect(checkSignature(header, changed, at)).toMatchObject({ equal: false });
  });

  it.each([
    '',
    't=1',
    `v1=${known}`,
    `t=x,v1=${known}`,
    `t=1,v1=${known.slice(1)}`,
    `t=1,${known}`,
  ])('finds no signature in %j', (header) => {
    expect(checkSignature(header, body, at)).toBeNull();
  });
});
