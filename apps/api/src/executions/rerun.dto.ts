import { z } from 'zod';

/** Where to begin; from the start when nothing is said. */
export const rerunBody = z.strictObject({ fromBlockId: z.string().optional() }).nullish();

export type RerunBody = z.output<typeof rerunBody>;
