/** `response`: what the synchronous caller gets (spec 1.2.4): status, headers and a body built from references. */
import { templateText } from '@libs/workflow';
import { z } from 'zod';
import { type BlockOutcome, defineBlock, succeeded } from '../block.js';
import { onError } from '../on-error.js';

/** Set by the server itself; an author who sets them would break the answer. */
const forbiddenHeaders = new Set([
  'content-length',
  'transfer-encoding',
  'connection',
  'keep-alive',
  'upgrade',
]);

const config = z.strictObject({
  status: z
    .union([z.int().min(200).max(599), z.string().min(1)])
    .default(200)
    .describe('HTTP status, or a reference to one'),
  headers: z
    .array(
      z.strictObject({
        key: z
          .string()
          .regex(/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/, 'is not an HTTP header name')
          .refine((key) => !forbiddenHeaders.has(key.toLowerCase()), 'is set by the server')
          .describe('Of the header'),
        value: z.string().describe('May hold references'),
      }),
    )
    .max(100)
    .default([])
    .describe('Of the answer'),
  body: z.unknown().optional().describe('JSON, or text under a content type of your own'),
  onError,
});

const invalidStatus = (input: object, status: unknown): BlockOutcome => ({
  ...succeeded(input, null, []),
  error: {
    code: 'INVALID_STATUS',
    message: `The status ${templateText(status)} is not a number from 200 to 599`,
  },
});

export const responseBlock = defineBlock({
  type: 'response',
  role: 'pure',
  config,
  outputs: { status: 'number', headers: 'list of `{ key, value }`', body: 'as it was answered' },
  compile: (configured, compiler) => {
    const status = compiler.value(configured.status, '.status');
    const headers = compiler.value(configured.headers, '.headers');
    const body = compiler.value(configured.body ?? null, '.body');
    return {
      role: 'pure',
      evaluate: (scope) => {
        const answer = {
          status: Number(status(scope)),
          headers: (headers(scope) as { key: string; value: unknown }[]).map(({ key, value }) => ({
            key,
            value: templateText(value).replace(/[\r\n]+/g, ' '),
          })),
          body: body(scope),
        };
        if (!Number.isInteger(answer.status) || answer.status < 200 || answer.status > 599) {
          return invalidStatus(configured, status(scope));
        }
        return succeeded(null, answer, ['out']);
      },
    };
  },
});
