/** Workspaces and the usage of their account, in requests and answers. */
import { z } from 'zod';
import { apiKeyView, newKeyExample } from '../api-keys/api-key.schemas.js';
import { answer, instant, list, one, type View } from '../http/answers.js';
import { createdAt, exampleIds } from '../http/example-values.js';
import { limitsBlock, limitsExample, usage } from '../limits/limits.schemas.js';

export const workspaceBody = z.strictObject({ name: z.string().trim().min(1).max(200) });
export type WorkspaceBody = z.output<typeof workspaceBody>;

const workspaceView = z.object({ id: z.string(), name: z.string(), createdAt: instant });
export type WorkspaceView = View<typeof workspaceView>;

/** With its first key, which has the scopes of the calling key. */
const createdWorkspaceView = workspaceView.extend({ apiKey: apiKeyView });
export type CreatedWorkspaceView = View<typeof createdWorkspaceView>;

const example = { id: exampleIds.workspace, name: 'Orders', createdAt };
export const workspaceList = answer('WorkspaceList', list(workspaceView), { data: [example] });
export const createdWorkspaceAnswer = answer('CreatedWorkspaceAnswer', one(createdWorkspaceView), {
  data: { ...example, apiKey: newKeyExample },
});

export const usageAnswer = answer(
  'UsageAnswer',
  z.object({
    /** `periodStart`: first day of the billing period, the calendar month in UTC. */
    data: z.object({
      ...usage.shape,
      periodStart: z.string(),
      storedBytes: z.int().describe('Ledger records of executions whose logs are kept.'),
      storedBytesLimit: z.int().nullable().describe('null: no limit.'),
    }),
    limits: limitsBlock,
  }),
  {
    data: {
      ...limitsExample.usage,
      periodStart: '2026-11-01',
      storedBytes: 52_428_800,
      storedBytesLimit: 10_737_418_240,
    },
    limits: limitsExample,
  },
);
export type UsageView = View<typeof usageAnswer>;
