/**
 * `approval`: waits for a POST to its resume URL. `<approval.resumeUrl>` can be referred to before
 * the block runs, so that an earlier block can send it to the right person. The posted data is
 * `<approval.data>`. Without an answer in time the block fails with APPROVAL_EXPIRED.
 */
import { z } from 'zod';
import { defineBlock, failed, succeeded } from '../block.js';
import { onError } from '../on-error.js';
import { ui } from '../hints.js';

const day = 24 * 3_600_000;

const config = z.strictObject({
  expiresInMs: z
    .int()
    .min(1_000)
    .max(30 * day)
    .default(7 * day)
    .meta({ title: 'Expires in', ...ui('duration') })
    .describe('Without an answer the block fails with APPROVAL_EXPIRED'),
  message: z
    .string()
    .max(10_000)
    .optional()
    .meta(ui('long-text'))
    .describe('Text for people who read the log'),
  onError,
});

export const approvalBlock = defineBlock({
  type: 'approval',
  role: 'waiting',
  config,
  outputs: {
    data: 'what was posted',
    resumedAt: 'when, ISO 8601',
    resumeUrl: 'before it has run: where to post',
    resumePath: 'the same without the base',
  },
  compile: ({ expiresInMs, message }, compiler) => {
    const text = compiler.value(message ?? null, '.message');
    return {
      role: 'waiting',
      begin: (scope, startedAt) => {
        const dueAt = startedAt + expiresInMs;
        const input = { message: text(scope), expiresAt: new Date(dueAt).toISOString() };
        return { kind: 'approval', dueAt, input };
      },
      wake: (wakeUp) =>
        wakeUp.reason === 'timer'
          ? failed(null, { code: 'APPROVAL_EXPIRED', message: 'No answer arrived in time' })
          : succeeded(null, { data: wakeUp.data, resumedAt: new Date(wakeUp.at).toISOString() }, [
              'out',
            ]),
    };
  },
});
