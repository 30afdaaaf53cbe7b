/** A delivery's request as it was sent, in requests and answers. */
import { z } from 'zod';
import { answer, instant, one, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';

const sentHeader = z.object({
  name: z.string(),
  value: z
    .string()
    .nullable()
    .describe('Null for static headers, which are never shown, and for signatures that are gone.'),
});

export const deliveryRequestQuery = z.strictObject({
  attempt: z.coerce
    .number()
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional()
    .meta({ example: 1, description: 'The attempt whose headers are shown. Default: the last.' }),
});

const signing = {
  signedWith: z
    .enum(['current', 'replaced', 'gone', 'none'])
    .describe(
      'The secret: the `current` one, one that was `replaced` since, one that is `gone` so that the signature can not be computed again, or `none`.',
    ),
  secretRotatedSince: z.boolean(),
};

const deliveryRequestView = z.object({
  deliveryId: z.string(),
  method: z.literal('POST'),
  attempt: z.int().nullable().describe('The attempt that is shown; null before the first one.'),
  url: z.string().describe('Of the attempt.'),
  headers: z
    .array(sentHeader)
    .describe(
      'Of the attempt, signed again with the secrets of its time; of a first attempt now where there was none. Static headers are those of the subscription today.',
    ),
  ...signing,
  body: z.string().nullable().describe('Exactly what was signed. Null where it is kept no longer.'),
  bodyBytes: z.int().nullable(),
  attempts: z
    .array(
      z.object({
        number: z.int(),
        startedAt: instant,
        timestampMs: z.int(),
        url: z.string(),
        signature: z
          .string()
          .nullable()
          .describe('`service-signature` as sent; null when it is gone or was not sent.'),
        ...signing,
      }),
    )
    .describe('At most the last 10, the last one first.'),
});
export type DeliveryRequestView = View<typeof deliveryRequestView>;

const url = 'https://receiver.example/hook';
const exampleSignature = `t=${Date.parse(updatedAt)},v1=${'5f1c'.repeat(16)}`;

export const deliveryRequestAnswer = answer('DeliveryRequestAnswer', one(deliveryRequestView), {
  data: {
    deliveryId: exampleIds.delivery,
    method: 'POST',
    attempt: 1,
    url,
    headers: [
      { name: 'content-type', value: 'application/json' },
      { name: 'service-delivery-id', value: exampleIds.delivery },
      { name: 'service-signature', value: exampleSignature },
    ],
    signedWith: 'current',
    secretRotatedSince: false,
    body: '{"type":"workflow.execution.completed"}',
    bodyBytes: 39,
    attempts: [
      {
        ...{ number: 1, startedAt: updatedAt, timestampMs: Date.parse(updatedAt) },
        ...{ url, signature: exampleSignature },
        ...{ signedWith: 'current', secretRotatedSince: false },
      },
    ],
  },
});
