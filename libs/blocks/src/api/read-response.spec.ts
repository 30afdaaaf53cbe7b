import { describe, expect, it } from '@jest/globals';
import { readBody } from './read-response.js';

describe('readBody', () => {
  it.each([
    ['{"a":1}', 'application/json', { a: 1 }],
    [
      '{"status":"success","data":1}',
      'application/json; charset=utf-8',
      { status: 'success', data: 1 },
    ],
    ['{"type":"x"}', 'application/problem+json', { type: 'x' }],
    ['[1]', 'application/hal+json', [1]],
    ['not json', 'application/json', 'not json'],
    ['<p>', 'text/html', '<p>'],
    ['plain', '', 'plain'],
    ['', 'application/json', null],
  ])('reads %j of type %s', (text, type, expected) => {
    expect(readBody(Buffer.from(text), type)).toEqual(expected);
  });

  it('keeps binary bodies as base64 with their type', () => {
    expect(readBody(Buffer.from([0, 255]), 'image/png')).toEqual({
      base64: 'AP8=',
      contentType: 'image/png',
      sizeBytes: 2,
    });
  });
});
