/** The shape of a definition from outside: names, counts and types, before blocks are read. */
import { z } from 'zod';

const id = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1 to 64 letters, digits, _ or -');
const name = z
  .string()
  .regex(
    /^[A-Za-z_][A-Za-z0-9_ -]{0,99}$/,
    'must start with a letter A-Z or _ and have only letters A-Z, digits, spaces, _ or -, at most 100',
  );

const dayMs = 86_400_000;

const concurrency = z.strictObject({
  limit: z.int('must be a whole number').min(1, 'must be at least 1').max(10_000),
  whenFull: z.enum(['queue', 'skip']).default('queue'),
  maxWaitMs: z
    .int()
    .min(1_000)
    .max(30 * dayMs)
    .default(dayMs),
});

export const definitionShape = z.strictObject({
  $schema: z.string().max(2_048).optional(),
  blocks: z
    .array(
      z.strictObject({
        id,
        type: z.string(),
        name,
        config: z.record(z.string(), z.unknown()).default({}),
      }),
    )
    .min(1, 'must have at least a trigger')
    .max(1000),
  edges: z
    .array(z.strictObject({ from: z.string(), to: z.string(), port: z.string().optional() }))
    .max(5000)
    .default([]),
  variables: z.record(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,63}$/), z.unknown()).default({}),
  concurrency: concurrency.optional(),
});
