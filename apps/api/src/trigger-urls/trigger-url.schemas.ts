/** Trigger tokens and old trigger URLs in requests and answers. */
import { z } from 'zod';
import { answer, instant, list, one, page, type View } from '../http/answers.js';
import { createdAt, exampleIds, updatedAt } from '../http/example-values.js';

const daySeconds = 86_400;

/** How long the former tokens work on, so that senders can change their URLs. */
export const rotateTokenBody = z.strictObject({
  overlapSeconds: z
    .int()
    .min(0)
    .max(30 * daySeconds)
    .default(7 * daySeconds)
    .describe('How long former tokens work on. With 0 all of them end now.'),
});
export type RotateTokenBody = z.output<typeof rotateTokenBody>;

const tokenView = z.object({
  token: z.string(),
  createdAt: instant,
  endsAt: instant.nullable().describe('Null for the current token.'),
});
export type TokenView = View<typeof tokenView>;

const oldUrlView = z.object({
  path: z.string(),
  url: z.string(),
  workflowId: z.string().nullable().describe('The workflow that holds the path now.'),
  calls: z.int().describe('Counted with a delay of some seconds.'),
  lastUsedAt: instant.nullable(),
});
export type OldUrlView = View<typeof oldUrlView>;

const tokenExample: TokenView = { token: 'Rk3ZtQ8mVwXyB5nLc2HsJ7dP', createdAt, endsAt: null };
export const tokenAnswer = answer('TriggerTokenAnswer', one(tokenView), { data: tokenExample });
export const tokenList = answer('TriggerTokenList', list(tokenView), { data: [tokenExample] });
export const oldUrlPage = answer('OldTriggerUrlPage', page(oldUrlView), {
  data: [
    {
      path: 'order-intake',
      url: 'https://flow.example/api/webhooks/trigger/order-intake',
      workflowId: exampleIds.workflow,
      calls: 4_711,
      lastUsedAt: updatedAt,
    },
  ],
});

export interface TokenRow {
  readonly token: string;
  readonly created_at: Date;
  readonly ends_at: Date | null;
}

export const tokenViewOf = (row: TokenRow): TokenView => ({
  token: row.token,
  createdAt: row.created_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
});
