import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseExact } from '../json/exact-json.js';
import { holdsReference, jsonTextOf, typedJson, typedNumber, typedText } from './config-value.js';
import { durationUnits, shownDuration, typedDuration } from './duration.js';
import { clearing } from './form-edit.js';

describe('what was typed', () => {
  it.each([
    ['12345678901234567890', '12345678901234567890'],
    ['1.50', '1.50'],
    [' 7 ', '7'],
    ['', null],
    ['1,5', '"1,5"'],
    ['<order.count>', '"<order.count>"'],
  ])('keeps the digits of "%s"', (text, json) => {
    expect(typedNumber(text)).toBe(json);
  });

  it('removes a field with an empty text, and keeps every other one', () => {
    expect(typedText('')).toBeNull();
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        expect(JSON.parse(typedText(text) ?? '')).toBe(text);
      }),
    );
  });

  it.each([
    ['{"a": 1}', '{"a": 1}'],
    ['{"total": <order.body.total>}', '{"total": "<order.body.total>"}'],
    ['[<a.b>, {{KEY}}, "<c.d>"]', '["<a.b>", "{{KEY}}", "<c.d>"]'],
    ['<order.body>', '"<order.body>"'],
    ['{"a": ', null],
    ['', null],
  ])('reads %s as JSON', (text, json) => {
    expect(typedJson(text)).toBe(json);
  });

  it('shows a number that a double would change with all its digits', () => {
    expect(jsonTextOf(parseExact('{"id": 9007199254740993}'))).toBe('{"id":9007199254740993}');
  });
});

describe('holdsReference', () => {
  it.each([
    ['<order.body.total>', true],
    ['Bearer {{KEY}}', true],
    ['a <b> c', false],
    ['12', false],
    [12, false],
  ])('%s: %s', (value, is) => {
    expect(holdsReference(value)).toBe(is);
  });
});

describe('durations', () => {
  it.each([
    [30_000, 'ms', '30', 's'],
    [90_000, 'ms', '90', 's'],
    [604_800_000, 'ms', '7', 'd'],
    [500, 'ms', '500', 'ms'],
    [900, 's', '15', 'min'],
    [0, 'ms', '0', 'ms'],
  ] as const)('shows %d %s as %s %s', (value, own, text, unit) => {
    expect(shownDuration(value, own)).toEqual({ text, unit });
  });

  it('gives the same value back in every unit that can show it', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 2_592_000_000 }),
        fc.constantFrom(...durationUnits),
        (value, chosen) => {
          const { text, unit } = shownDuration(value, 'ms', chosen);
          expect(typedDuration(text, unit, 'ms')).toBe(String(value));
        },
      ),
    );
  });

  it('keeps what is no number for the server to refuse', () => {
    expect(typedDuration('soon', 'min', 'ms')).toBe('"soon"');
    expect(typedDuration('1.1', 'h', 'ms')).toBe('3960000');
  });
});

describe('clearing', () => {
  const config = { retry: { maxRetries: 2 }, cors: { origins: ['a'] }, items: [{ key: 'a' }] };

  it('takes the objects that it leaves empty with it, but no items of lists', () => {
    expect(clearing(config, ['retry', 'maxRetries'])).toEqual({ kind: 'remove', path: ['retry'] });
    expect(clearing({ retry: { a: 1, b: 2 } }, ['retry', 'a']).path).toEqual(['retry', 'a']);
    expect(clearing(config, ['items', 0, 'key']).path).toEqual(['items', 0, 'key']);
    expect(clearing(config, ['items', 0]).path).toEqual(['items', 0]);
  });
});
