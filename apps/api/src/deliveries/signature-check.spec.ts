import { describe, expect, it } from '@jest/globals';
import { ownSignature, standardSignature } from '@libs/delivery';
import { checkSignature, readSignature } from './signature-check.js';

const deliveryId = '0190a1b2-0000-7000-8000-000000000001';
const atMs = 1_767_225_600_123;
const atS = Math.floor(atMs / 1_000);
const sentBody = Buffer.from('{"a":1,"b":"ü"}');
const secrets = [
  { text: 'the-current-secret', isCurrent: true },
  { text: 'the-replaced-secret', isCurrent: false },
];

interface Received {
  readonly header: string;
  readonly timestamp?: string;
  readonly body?: Buffer;
  readonly attemptAtMs?: number | null;
  readonly isKept?: boolean;
  readonly isSigned?: boolean;
}

const check = ({
  header,
  timestamp,
  body = sentBody,
  attemptAtMs = atMs,
  isKept = true,
  isSigned = true,
}: Received) =>
  checkSignature({
    ...{ deliveryId, body, secrets: isSigned ? secrets : [] },
    received: readSignature(header, timestamp),
    sent: { body: isKept ? sentBody : null, attemptAtMs },
  });

const own = (secret: string, at = atMs, body = sentBody): string =>
  ownSignature([secret], at, body);
const standard = (secret: string, at = atS): string =>
  standardSignature([secret], deliveryId, at, sentBody);

describe('a signature that a receiver got', () => {
  it.each([
    ['current', { header: own('the-current-secret') }],
    ['replaced', { header: own('the-replaced-secret') }],
    ['current', { header: ownSignature(['other', 'the-current-secret'], atMs, sentBody) }],
    ['current', { header: standard('the-current-secret'), timestamp: String(atS) }],
    ['replaced', { header: standard('the-replaced-secret') }],
    ['current', { header: own('the-current-secret'), isKept: false }],
    ['current', { header: own('the-current-secret', 5), attemptAtMs: null }],
  ] as const)('matches by the %s secret: case %#', (signedWith, received) => {
    expect(check(received)).toEqual({
      ...{ matches: true, signedWith, differs: [], bodyDiffersAt: null },
    });
  });

  it.each([
    [['format'], { header: 'sha256=abc' }],
    [['timestamp'], { header: own('the-current-secret').replace(`t=${atMs}`, `t=${atMs + 1}`) }],
    [['timestamp'], { header: standard('the-current-secret'), timestamp: String(atS + 1) }],
    [['secret'], { header: own('a-stranger') }],
    [['timestamp', 'secret'], { header: own('a-stranger', 5) }],
    [['unsigned'], { header: own('the-current-secret'), isSigned: false }],
    [['gone', 'secret'], { header: own('a-stranger'), isKept: false }],
    [['timestamp'], { header: standard('the-current-secret'), attemptAtMs: null }],
  ] as const)('names what is not as it was sent: %j', (differs, received) => {
    expect(check(received)).toEqual({
      ...{ matches: false, signedWith: null, differs, bodyDiffersAt: null },
    });
  });

  it('says at which byte the body was changed', () => {
    const body = Buffer.from('{"a": 1,"b":"ü"}');
    expect(check({ header: own('the-current-secret'), body })).toEqual({
      ...{ matches: false, signedWith: null, differs: ['body'], bodyDiffersAt: 5 },
    });
    expect(check({ header: own('a-stranger'), body }).differs).toEqual(['body', 'secret']);
    const late = own('the-current-secret').replace(`t=${atMs}`, 't=1');
    expect(check({ header: late, body }).differs).toEqual(['timestamp', 'body']);
    const short = sentBody.subarray(0, 3);
    expect(check({ header: own('the-current-secret'), body: short }).bodyDiffersAt).toBe(3);
  });
});
