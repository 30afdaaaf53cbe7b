import { z } from 'zod';

/** Which approval is answered, when several may wait, and the answer's data. */
export const resumeBody = z
  .strictObject({
    blockId: z.string().optional(),
    iteration: z.string().optional(),
    data: z.unknown().optional(),
  })
  .prefault({});

export type ResumeBody = z.output<typeof resumeBody>;
