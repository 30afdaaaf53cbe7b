import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { ApiError } from '../errors/api-error.js';
import { anyWeight, BodyPipe } from './zod.pipe.js';

const body = z.strictObject({ ids: z.array(z.uuid()).max(200).optional(), data: z.unknown() });

function refusalOf(value: unknown, maxWeight?: number): ApiError {
  try {
    new BodyPipe(body, maxWeight).transform(value);
  } catch (error) {
    if (error instanceof ApiError) return error;
  }
  throw new Error('it was not refused');
}

const many = (length: number): number[] => Array.from({ length }, () => 1);

describe('a body', () => {
  it('gets 413 for too many values instead of an error for each one', () => {
    expect(refusalOf({ ids: many(30_000) })).toMatchObject({
      status: 413,
      code: 'BODY_TOO_COMPLEX',
      message: expect.stringMatching(/at ids\[\d+\]\. Send fewer/),
    });
  });

  it('reports only the first hundred of many errors', () => {
    const { status, details } = refusalOf({ ids: many(200) });
    expect([status, details?.length]).toEqual([422, 100]);
    const unknown = Object.fromEntries(many(5_000).map((_, n) => [`x${n}`, 1]));
    expect(refusalOf(unknown).details).toHaveLength(100);
  });

  it('accepts any amount of data with anyWeight', () => {
    const data = many(100_000);
    expect(new BodyPipe(body, anyWeight).transform({ data })).toEqual({ data });
  });

  it.each<[string, unknown]>([
    ['data[1].a', { data: [1, { a: 'x\0' }] }],
    ['data.a', { data: { a: '\ud800' } }],
    ['data.x\0', { data: { 'x\0': 1 } }],
  ])('is refused at %j when its text cannot be stored', (field, value) => {
    expect(refusalOf(value).details).toEqual([
      { field, message: expect.stringContaining('cannot be stored') },
    ]);
  });
});
