import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { findForbiddenKey } from './forbidden-keys.js';

const found = (text: string) => findForbiddenKey(JSON.parse(text));

describe('findForbiddenKey', () => {
  it('returns the key and the path of its object', () => {
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

  it('allows lone "constructor" and "prototype", and "__proto__" as a value', () => {
    for (const text of ['{"constructor":1}', '{"prototype":{}}', '["__proto__"]', 'null', '1'])
      expect(found(text)).toBeNull();
  });

  it('returns a path of bounded length at any depth', () => {
    const depth = 100_000;
    const text = `${'{"a":'.repeat(depth)}{"__proto__":1}${'}'.repeat(depth)}`;
    expect(found(text)?.place.length).toBeLessThan(250);
  });

  it('finds the key among arbitrary JSON values', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.json(), fc.constant(null))), (around) => {
        const text = `[${around.map((one) => one ?? '{"__proto__":1}').join()}]`;
        const isThere = around.includes(null) || /"__proto__"\s*:/.test(text);
        expect(found(text) !== null).toBe(isThere);
      }),
    );
  });
});
