import { z } from 'zod';

/** The block to start from; absent means from the start. */
export const rerunBody = z.strictObject({ fromBlockId: z.string().optional() }).nullish();

export type RerunBody = z.output<typeof rerunBody>;
