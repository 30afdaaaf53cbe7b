/** How far a caller has come with the page Start, in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, type View } from '../http/answers.js';
import { createdAt } from '../http/example-values.js';

const step = z.object({
  id: z
    .enum(['run', 'sent', 'own'])
    .describe(
      '`run`: the demo ran. `sent`: its receiver accepted a webhook. `own`: a workflow besides the demo exists.',
    ),
  done: z.boolean(),
});

const onboarding = z.object({
  open: z.boolean().describe('Whether steps are left, and nobody has ended it.'),
  startedAt: instant.nullable(),
  endedAt: instant.nullable().describe('When the caller finished or skipped it.'),
  steps: z.array(step).describe('Of this workspace: without the demo only `own`.'),
});
export type OnboardingView = View<typeof onboarding>;

export const onboardingAnswer = answer('OnboardingAnswer', one(onboarding), {
  data: {
    open: true,
    startedAt: createdAt,
    endedAt: null,
    steps: [
      { id: 'run', done: true },
      { id: 'sent', done: true },
      { id: 'own', done: false },
    ],
  },
});

export const onboardingChange = z.strictObject({
  ended: z.boolean().optional().describe('True when it is finished or skipped; false reopens it.'),
});
export type OnboardingChange = z.output<typeof onboardingChange>;
