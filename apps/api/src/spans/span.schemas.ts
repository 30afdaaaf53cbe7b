/** Block results of one execution: pages of summaries, and one with its payloads. */
import { z } from 'zod';
import { answer, instant, one, page, type View } from '../http/answers.js';
import { limitDescription } from '../http/page.js';

const summary = {
  id: z.string().describe('The block, and its iteration after a colon: `call`, `call:loop[3]`.'),
  blockId: z.string(),
  iteration: z.string(),
  name: z.string(),
  type: z.string(),
  status: z.string(),
  startedAt: instant,
  endedAt: instant.nullable(),
  durationMs: z.int().nullable(),
  attemptCount: z.int(),
  cost: z.number(),
  ports: z.array(z.string()),
  error: z.unknown(),
  hasInput: z.boolean(),
  hasOutput: z.boolean(),
};
const spanSummary = z.object(summary);
export type SpanSummary = View<typeof spanSummary>;

const payload = z.object({
  text: z.string().describe('JSON, or its beginning.'),
  sizeBytes: z.int().describe('Size of the whole text.'),
  truncated: z.boolean().describe('`text` is only the beginning.'),
});
export type Payload = View<typeof payload>;

const attempt = z.object({
  attemptNumber: z.int(),
  status: z.int().nullable(),
  errorCode: z.string(),
  message: z.string(),
  durationMs: z.int(),
  occurredAt: instant,
  retryAt: instant,
});

const spanDetail = z.object({
  ...summary,
  attempts: z.array(attempt).describe('Failed attempts that were retried, at most 1,000.'),
  input: payload.nullable().describe('Null without an input, or where only the output was asked.'),
  output: payload.nullable(),
});
export type SpanDetail = View<typeof spanDetail>;

const example: z.input<typeof spanSummary> = {
  id: 'call:orders[3]',
  blockId: 'call',
  iteration: 'orders[3]',
  name: 'API',
  type: 'api',
  status: 'success',
  startedAt: '2026-11-21T10:00:00.010Z',
  endedAt: '2026-11-21T10:00:00.400Z',
  durationMs: 390,
  attemptCount: 1,
  cost: 0,
  ports: ['out'],
  error: null,
  hasInput: true,
  hasOutput: true,
};

export const spanPage = answer('SpanPage', page(spanSummary), { data: [example] });
export const spanAnswer = answer('SpanAnswer', one(spanDetail), {
  data: {
    ...example,
    attempts: [],
    input: { text: '{"method": "POST"}', sizeBytes: 18, truncated: false },
    output: { text: '{"status": 200, "da', sizeBytes: 700_123, truncated: true },
  },
});
export const rawPayload = answer('RawPayload', z.unknown(), { status: 200 });

const spanId = z.string().min(1).max(4_096);

export const spansQuery = z.strictObject({
  limit: z.coerce
    .number()
    .int()
    .min(1)
    .max(1_000)
    .default(100)
    .meta({ example: 100, description: limitDescription }),
  after: spanId
    .optional()
    .meta({ example: 'call:orders[3]', description: '`nextCursor` of the page before.' }),
  blockId: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .meta({ example: 'call', description: 'Only results of this block.' }),
});
export type SpansParameters = z.output<typeof spansQuery>;

const mebibyte = 1_024 * 1_024;

export const spanQuery = z.strictObject({
  part: z
    .enum(['input', 'output'])
    .optional()
    .meta({ example: 'output', description: 'Only this payload.' }),
  maxBytes: z.coerce
    .number()
    .int()
    .min(1)
    .max(mebibyte)
    .default(mebibyte / 4)
    .meta({ example: 65_536, description: 'Of each payload; the rest is cut.' }),
});
export type SpanParameters = z.output<typeof spanQuery>;

export const rawQuery = z.strictObject({
  part: z.enum(['input', 'output']).default('output').meta({ example: 'input' }),
});
export type RawParameters = z.output<typeof rawQuery>;
