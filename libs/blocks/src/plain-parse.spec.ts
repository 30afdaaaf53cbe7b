import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { fieldOf, plainParse } from './plain-parse.js';

const schema = z.strictObject({
  url: z.string().min(1, 'must not be empty'),
  method: z.enum(['GET', 'POST']).default('GET'),
  status: z.union([z.int().min(200), z.string().min(1)]).optional(),
  count: z.int().max(5).optional(),
  list: z.array(z.int()).max(1).optional(),
  names: z.record(z.string().regex(/^[a-z]+$/, 'must be lower case'), z.unknown()).optional(),
  repeat: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('count') }),
      z.strictObject({ type: z.literal('forEach') }),
    ])
    .optional(),
});

function said(value: unknown): string[] {
  const parsed = plainParse(schema, value);
  if (parsed.success) return [];
  return parsed.problems.map(({ path, message }) => `${fieldOf(path)}: ${message}`);
}

describe('what is wrong with a value', () => {
  it.each<[object, string]>([
    [{}, 'url: is required; it must be a text'],
    [{ url: 1 }, 'url: must be a text, not a number'],
    [{ url: null }, 'url: must be a text, not null'],
    [{ url: '' }, 'url: must not be empty'],
    [{ url: 'x', method: 'GTE' }, 'method: must be "GET" or "POST"; did you mean "GET"?'],
    [{ url: 'x', status: 99 }, 'status: must be at least 200'],
    [{ url: 'x', status: null }, 'status: must be a number or a text'],
    [{ url: 'x', count: 1.5 }, 'count: must be a whole number, not a number with a fraction'],
    [{ url: 'x', count: 9 }, 'count: must be at most 5'],
    [{ url: 'x', list: [1, 2] }, 'list: must have at most 1 entry'],
    [
      { url: 'x', names: { A: 1 } },
      'names.A: has a name that is not allowed: it must be lower case',
    ],
    [
      { url: 'x', repeat: { type: 'foreach' } },
      'repeat.type: must be "count" or "forEach"; did you mean "forEach"?',
    ],
    [{ url: 'x', methd: 'GET' }, 'methd: is an unknown field; did you mean "method"?'],
    [
      { url: 'x', zzz: 1 },
      'zzz: is an unknown field; known: url, method, status, count, list, names, repeat',
    ],
  ])('of %j is said in plain English', (value, message) => {
    expect(said(value)).toEqual([message]);
  });

  it('is said for every field at once', () => {
    expect(said({ method: 1, count: 'x', a: 1, b: 2 })).toHaveLength(5);
  });

  it('translates the names of other products', () => {
    const edge = z.strictObject({ from: z.string().optional(), to: z.string().optional() });
    const parsed = plainParse(edge, { source: 'a' });
    expect(parsed).toMatchObject({ success: false, problems: [{ suggestion: 'from' }] });
  });

  it('does not call a field missing that is misspelt', () => {
    expect(said({ ulr: 'x' })).toEqual(['ulr: is an unknown field; did you mean "url"?']);
  });
});
