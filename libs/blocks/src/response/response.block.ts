/** `response`: the synchronous caller's answer (spec 1.2.4): status, headers and a body. */
import { templateText } from '@libs/workflow';
import { z } from 'zod';
import { type BlockError, type BlockOutcome, defineBlock, succeeded, saveRule } from '../block.js';
import { labels, ui, unchosen } from '../hints.js';
import { onError } from '../on-error.js';
import {
  type AnswerHeader,
  headerProblems,
  joinedLines,
  judgeHeaders,
  maxAnswerHeaders,
} from './answer-headers.js';
import { fileBodyOf, markedAsFile, type RecordedHeader } from './file-body.js';

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
          .describe('A header that a workflow may set (see workflows.md), or `x-*`'),
        value: z.string().describe('May hold references'),
      }),
    )
    .max(maxAnswerHeaders)
    .default([])
    .meta(ui('key-values'))
    .describe('At most 16 KiB of names and values together'),
  body: z.unknown().optional().describe('JSON, or text if `contentType` is set'),
  bodyType: z
    .enum(['file'])
    .optional()
    .meta({ title: 'Body is sent as', ...labels({ file: 'File' }), ...unchosen('JSON or text') })
    .describe('Bytes: the body is `{ base64, contentType }`'),
  onError,
});

const failedWith = (input: object, error: BlockError): BlockOutcome => ({
  ...succeeded(input, null, []),
  error,
});

interface Answer {
  readonly status: number;
  readonly headers: readonly RecordedHeader[];
  readonly body: unknown;
}

/** A refused name is not the caller's fault: the edge drops the header and names it in the log. */
function headerError(headers: readonly AnswerHeader[]): BlockError | null {
  const [first] = judgeHeaders(headers).values;
  if (first === undefined) return null;
  return {
    code: 'INVALID_HEADER',
    message: `The header "${first.key.slice(0, 100)}" ${first.reason}`,
  };
}

function asFile(answer: Answer): Answer | BlockError {
  const file = fileBodyOf(answer.body);
  if (typeof file === 'string') return { code: 'INVALID_BODY', message: file };
  return { ...answer, headers: markedAsFile(answer.headers, file.contentType) };
}

export const responseBlock = defineBlock({
  type: 'response',
  role: 'pure',
  config,
  outputs: { status: 'number', headers: 'list of `{ key, value }`', body: 'as it was answered' },
  refusedOnSave: saveRule(z.object({ headers: config.shape.headers }), ({ headers }) =>
    headerProblems(headers).map(({ index, field, message }) => ({
      path: ['headers', index, field],
      message,
    })),
  ),
  compile: (configured, compiler) => {
    const status = compiler.value(configured.status, '.status');
    const headers = compiler.value(configured.headers, '.headers');
    const body = compiler.value(configured.body ?? null, '.body');
    return {
      role: 'pure',
      evaluate: (scope) => {
        const answer: Answer = {
          status: Number(status(scope)),
          headers: (headers(scope) as { key: string; value: unknown }[]).map(({ key, value }) => ({
            key,
            value: joinedLines(templateText(value)),
          })),
          body: body(scope),
        };
        if (!Number.isInteger(answer.status) || answer.status < 200 || answer.status > 599) {
          const message = `The status ${templateText(status(scope))} is not a number from 200 to 599`;
          return failedWith(configured, { code: 'INVALID_STATUS', message });
        }
        const wrongHeader = headerError(answer.headers);
        if (wrongHeader !== null) return failedWith(configured, wrongHeader);
        const recorded = configured.bodyType === 'file' ? asFile(answer) : answer;
        if ('code' in recorded) return failedWith(configured, recorded);
        return succeeded(null, recorded, ['out']);
      },
    };
  },
});
