/** The check of a signature, in requests and answers. */
import { z } from 'zod';
import { answer, one, type View } from '../http/answers.js';
import { exampleIds, updatedAt } from '../http/example-values.js';

/** A header of ten signatures has 700 characters. */
const maxHeaderLength = 2_000;
/** A body is at most 256 KiB as sent; a receiver may have indented it. */
const maxBodyLength = 512 * 1_024;

export const verifyDeliveryBody = z.strictObject({
  attempt: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .optional()
    .describe('The attempt that is compared. Default: the one whose time was signed, or the last.'),
  signature: z
    .string()
    .min(1)
    .max(maxHeaderLength)
    .optional()
    .describe('The signature header as the receiver got it. Default: that of the attempt.'),
  timestamp: z
    .string()
    .regex(/^\d{1,15}$/, 'Must be the header `webhook-timestamp`: seconds since 1970')
    .optional()
    .describe('The header `webhook-timestamp`, for `webhook-signature`. Default: of the attempt.'),
  body: z
    .string()
    .max(maxBodyLength)
    .optional()
    .describe('The body as the receiver got it. Default: the body that was sent.'),
});
export type VerifyDeliveryBody = z.output<typeof verifyDeliveryBody>;

const differences = ['format', 'timestamp', 'body', 'secret', 'unsigned', 'gone'] as const;
export type Difference = (typeof differences)[number];

const verificationView = z.object({
  deliveryId: z.string(),
  attempt: z.int().nullable().describe('The attempt that was compared; null before the first.'),
  matches: z
    .boolean()
    .describe('Whether a secret that the subscription has, or had and still promises, signed it.'),
  signedWith: z
    .enum(['current', 'replaced'])
    .nullable()
    .describe('That secret; null without a match.'),
  differs: z
    .array(z.enum(differences))
    .describe('Parts not as sent; `unsigned`: without a secret; `gone`: the body was dropped.'),
  bodyDiffersAt: z.int().nullable().describe('The first byte that is not as it was sent, from 0.'),
});
export type VerificationView = View<typeof verificationView>;

export const verifyDeliveryExample: z.input<typeof verifyDeliveryBody> = {
  signature: `t=${Date.parse(updatedAt)},v1=${'5f1c'.repeat(16)}`,
  body: '{"type": "workflow.execution.completed"}',
};

export const verificationAnswer = answer('VerificationAnswer', one(verificationView), {
  data: {
    deliveryId: exampleIds.delivery,
    attempt: 1,
    matches: false,
    signedWith: null,
    differs: ['body'],
    bodyDiffersAt: 8,
  },
});
