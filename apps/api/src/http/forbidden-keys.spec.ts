import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findForbiddenKey } from './forbidden-keys.js';

const found = (text: string) => findForbiddenKey(JSON.parse(text));

describe('findForbiddenKey', () => {
  it('names the key and the place of the object that has it', () => {
    expect(found('{"__proto__":1}')).toEqual({ key: '__proto__', place: 'body' });
    expect(found('{"a":[0,{"b":{"__proto__":{}}}]}')).toEqual({
      key: '__proto__',
      place: 'body.a[1].b',
    });
    expect(found('{"a":{"constructor":{"prototype":1}}}')).toEqual({
      key: 'constructor.prototype',
      place: 'body.a',
    });
  });

  it('allows the words elsewhere', () => {
    for (const text of ['{"constructor":1}', '{"prototype":{}}', '["__proto__"]', 'null', '1'])
      expect(found(text)).toBeNull();
  });

  it('answers for any depth with a place of bounded length', () => {
    const depth = 100_000;
    const text = `${'{"a":'.repeat(depth)}{"__proto__":1}${'}'.repeat(depth)}`;
    expect(found(text)?.place.length).toBeLessThan(250);
  });

  it('finds it in whatever surrounds it', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.constant(null))), (around) => {
        const text = `[${around.map((one) => one ?? '{"__proto__":1}').join()}]`;
        const isThere = around.includes(null) || /"__proto__"\s*:/.test(text);
        expect(found(text) !== null).toBe(isThere);
      }),
    );
  });
});
