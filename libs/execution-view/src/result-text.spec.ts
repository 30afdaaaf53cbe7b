import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { endingText, openBlockText, resultCharacters, withAttempts } from './result-text.js';

const success = { status: 'success', error: null, responseStatus: null, finalOutput: null };
const failed = (code: string, blockName: string | null, message = 'No answer') => ({
  ...success,
  ...{ status: 'error', error: { code, message, blockName } },
});

describe('the text of an ended execution', () => {
  it.each([
    [{ ...success, responseStatus: 201, finalOutput: '{"id":7}' }, 'Answered 201'],
    [failed('TIMEOUT', 'Extract clauses'), 'TIMEOUT in Extract clauses'],
    [
      failed('HTTP_STATUS', 'Charge card', 'The server answered with status 402'),
      'HTTP 402 in Charge card',
    ],
    [failed('HTTP_STATUS', 'Charge card', 'another sentence'), 'HTTP_STATUS in Charge card'],
    [failed('INTERNAL_ERROR', null), 'INTERNAL_ERROR'],
    [
      { ...failed('CANCELLED', null, 'Cancelled by Ines Rocha'), status: 'cancelled' },
      'Cancelled by Ines Rocha',
    ],
    [
      { ...failed('SKIPPED', null), status: 'cancelled' },
      'Skipped, its concurrency limit was reached',
    ],
    [{ ...success, finalOutput: '"Routed\\n to  Billing"' }, 'Routed to Billing'],
    [{ ...success, finalOutput: '214' }, '214'],
    [{ ...success, finalOutput: '[1,2,3]' }, '3 items'],
    [{ ...success, finalOutput: '["one"]' }, '1 item'],
    [
      { ...success, finalOutput: '{"written":214,"rows":[],"note":"late"}' },
      'written 214, note late',
    ],
    [{ ...success, finalOutput: '{"$encrypted":"abc"}' }, ''],
    [
      { ...success, finalOutput: '{"status":200,"headers":{},"data":{"written":214}}' },
      'written 214',
    ],
    [{ ...success, finalOutput: '{"status":204,"headers":{},"data":null}' }, 'Got status 204'],
    [{ ...success, finalOutput: 'null' }, ''],
    [{ ...success, finalOutput: '{' }, ''],
    [success, ''],
  ])('%j is %j', (ending, text) => {
    expect(endingText(ending)).toBe(text);
  });

  it('is short, on one line and storable, whatever the output is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 2 }), (finalOutput) => {
        const text = endingText({ ...success, finalOutput });
        expect(text.length).toBeLessThanOrEqual(resultCharacters);
        expect(text).not.toMatch(/[\r\n\t]/);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
    expect(endingText({ ...success, finalOutput: JSON.stringify('x'.repeat(3_000)) })).toBe('');
  });

  it('names the number of tries from the second on', () => {
    expect([null, 1, 2, 3, 12].map((attempts) => withAttempts('HTTP 503', attempts))).toEqual([
      ...['HTTP 503', 'HTTP 503', 'HTTP 503, second try', 'HTTP 503, third try'],
      'HTTP 503, try 12',
    ]);
  });
});

describe('the text of a running execution', () => {
  it('names the block, and the failure that will be tried again', () => {
    expect(openBlockText('Charge card', null)).toBe('In Charge card');
    expect(openBlockText('Charge card', { code: 'TIMEOUT', message: '' })).toBe(
      'TIMEOUT in Charge card',
    );
  });
});
