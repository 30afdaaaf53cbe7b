import { z } from 'zod';

/** A query parameter that names some of these values, comma-separated. */
export const membersOf = <const V extends readonly [string, ...string[]]>(values: V) =>
  z
    .string()
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(values)).max(values.length));
