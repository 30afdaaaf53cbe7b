import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { maskedJsonText, maskText } from './masking.js';

const masked = (value: unknown, ...secrets: string[]): unknown =>
  JSON.parse(maskedJsonText(value, new Set(secrets)));

describe('masking', () => {
  it('finds a secret at any position of a text that is read in parts', () => {
    const part = 256 * 1_024;
    const secret = 'correct horse battery';
    for (const before of [0, part - 22, part - 21, part - 10, part - 1, part, 2 * part - 5]) {
      const text = `${'x'.repeat(before)}${secret}${'y'.repeat(part)}`;
      expect(masked({ text }, secret)).toEqual({
        text: `${'x'.repeat(before)}***${'y'.repeat(part)}`,
      });
    }
  });

  it.each(['true', 'null', 'Bearer true', '54321', 'nope', 'u0041', '":"', '"},{"', '\\\\\\"'])(
    'leaves JSON unchanged for the secret %p',
    (secret) => {
      const value = {
        done: true,
        nothing: null,
        port: 54321,
        line: '\nope A',
        deep: [{ a: 'b' }, { c: ':' }],
      };
      expect(masked(value, secret)).toEqual(value);
    },
  );

  it('finds a secret in strings, and where it is the key or the number', () => {
    expect(
      masked({ s: 'a sesame12 b', sesame12: [12345678, 123456789] }, 'sesame12', '12345678'),
    ).toEqual({ s: 'a *** b', '***': ['***', 123456789] });
  });

  it('keeps keys and numbers that merely contain a secret', () => {
    const value = { customerId: 1, 'a customer': 5123456780, '"customer"': 12345678.5 };
    expect(masked(value, 'customer', '12345678')).toEqual(value);
  });

  it.each(['a', '12345', 'abcd', 'sésame7', 'q"\\n'])(
    'masks the short secret %j where it is the whole string only',
    (secret) => {
      const value = { in: `${secret}e`, [secret]: 12345, whole: [secret, { deep: secret }] };
      expect(masked(value, secret)).toEqual({ ...value, whole: ['***', { deep: '***' }] });
      expect(maskText(`the ${secret}`, new Set([secret]))).toBe(`the ${secret}`);
      expect(maskText(secret, new Set([secret]))).toBe('***');
    },
  );

  it.each([
    ['escaped, in a text of JSON', JSON.stringify({ k: 'a b/c"\n?#!é' })],
    ['in a form', new URLSearchParams({ k: 'a b/c"\n?#!é' }).toString()],
    ['in a query that was built', `?k=${encodeURIComponent('a b/c"\n?#!é')}`],
  ])('finds a secret %s', (_, text) => {
    expect(maskText(text, new Set(['a b/c"\n?#!é']))).not.toMatch(/b.{1,3}c/);
  });

  it('finds a secret in the path and in the query of a URL', () => {
    const secret = 'p a/s|s"wörd';
    const text = `${new URL(`http://h/${secret}/x`).href} ${new URL(`http://h/?k=${secret}`).href}`;
    expect(maskText(text, new Set([secret]))).toBe('http://h/***/x http://h/?k=***');
  });

  it('masks secrets completely when they overlap or share a prefix', () => {
    expect(maskText('sk_live_abc', new Set(['sk_live_', 'sk_live_abc']))).toBe('***');
    expect(maskText('acme-2024!x', new Set(['acme-202', 'acme-2024!x']))).toBe('***');
    expect(maskText('1234567890', new Set(['12345678', '34567890']))).toBe('***');
  });

  it('finds a credential without its scheme, unless it is a common word', () => {
    const secrets = new Set(['Bearer abcdefgh', 'Basic true']);
    expect(maskText('abcdefgh is true', secrets)).toBe('*** is true');
  });

  it('keeps the shape of JSON and leaves no secret in any string', () => {
    const shape = (value: unknown): unknown =>
      Array.isArray(value)
        ? value.map(shape)
        : value !== null && typeof value === 'object'
          ? Object.values(value).map(shape)
          : 0;
    const strings = (value: unknown): string[] =>
      value !== null && typeof value === 'object'
        ? Object.entries(value).flatMap(([key, inner]) => [key, ...strings(inner)])
        : typeof value === 'string'
          ? [value]
          : [];
    const letters = fc.constantFrom('"', '\\', 'a', 'b', '1', '\n', ',', ':');
    const secret = fc.string({ unit: letters, minLength: 8, maxLength: 12 });
    const jsonWith = (secrets: readonly string[]) => {
      const word = fc
        .array(fc.oneof(fc.string({ unit: letters }), fc.constantFrom('', ...secrets)))
        .map((pieces) => pieces.join(''));
      const inside = fc.oneof(word, fc.integer(), fc.boolean(), fc.constant(null), fc.double());
      return fc.letrec((tie) => ({
        value: fc.oneof(
          { depthSize: 'small' },
          inside,
          fc.array(tie('value'), { maxLength: 4 }),
          fc.uniqueArray(tie('value'), { maxLength: 3 }).map((a) => ({ 'k"': a, b1: a.length })),
        ),
      })).value;
    };
    const drawn = fc
      .array(secret, { maxLength: 4 })
      .chain((secrets) => fc.tuple(jsonWith(secrets), fc.constant(secrets)));
    fc.assert(
      fc.property(drawn, ([value, secrets]) => {
        const plain = JSON.parse(JSON.stringify(value)) as unknown;
        const result = masked(plain, ...secrets);
        expect(shape(result)).toEqual(shape(plain));
        for (const text of strings(result))
          expect(secrets.some((secret) => text.replaceAll('***', '\0').includes(secret))).toBe(
            false,
          );
      }),
    );
  });
});
