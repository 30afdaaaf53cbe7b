import { describe, expect, it } from '@jest/globals';
import { readBody, unknownCharset } from './read-response.js';

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

  it.each([
    ['text/plain; charset=iso-8859-1', [0x63, 0x61, 0x66, 0xe9], 'café'],
    ['text/html; Charset="windows-1252"', [0x80], '€'],
    ['application/json;charset=utf-16le', [0x22, 0, 0xe9, 0, 0x22, 0], 'é'],
    ['application/xml; charset=Shift_JIS', [0x93, 0xfa], '日'],
    ['text/plain; charset=utf-8', [0xc3, 0xa9], 'é'],
  ])('decodes text of type %s', (type, bytes, expected) => {
    expect(unknownCharset(type)).toBeNull();
    expect(readBody(Buffer.from(bytes), type)).toBe(expected);
  });

  it('names a charset that is unknown, in text only', () => {
    expect(unknownCharset('text/plain; charset=klingon')).toBe('klingon');
    expect(unknownCharset('image/png; charset=klingon')).toBeNull();
    expect(unknownCharset('text/plain')).toBeNull();
  });

  it.each([
    ['attachment; filename="a b.pdf"', { name: 'a b.pdf' }],
    ["attachment; filename=x.pdf; filename*=UTF-8''gr%C3%BC%C3%9Fe.pdf", { name: 'grüße.pdf' }],
    ['attachment; filename="../../etc/passwd"', { name: 'passwd' }],
    ['attachment; filename="C:\\\\x\\\\y.bin"', { name: 'y.bin' }],
    ['inline', {}],
    ['attachment; filename=""', {}],
    ['; ; = "', {}],
  ])('names a download by %s', (disposition, name) => {
    const file = { base64: 'AP8=', contentType: 'application/pdf', sizeBytes: 2 };
    const read = readBody(Buffer.from([0, 255]), 'application/pdf', disposition);
    expect(read).toEqual({ ...name, ...file });
  });

  it('keeps binary bodies as base64 with their type', () => {
    expect(readBody(Buffer.from([0, 255]), 'image/png')).toEqual({
      base64: 'AP8=',
      contentType: 'image/png',
      sizeBytes: 2,
    });
  });
});
