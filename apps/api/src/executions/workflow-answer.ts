/**
 * Converts a recorded `response` block to HTTP. Never throws: records may come from any release, so
 * parts that HTTP cannot carry are dropped instead of failing the request.
 */
import {
  type AnswerHeader,
  fileBodyOf,
  headersByName,
  judgeHeaders,
  type RefusedHeader,
} from '@libs/blocks';
import type { ExecutionCompleted } from '@libs/contracts';

export type RecordedResponse = NonNullable<ExecutionCompleted['response']>;

export interface WorkflowAnswer {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Undefined when the status allows no body. */
  readonly body: string | Buffer | undefined;
  /** Recorded headers that are not sent. */
  readonly dropped: readonly RefusedHeader[];
}

/** RFC 9110: responses with these statuses have no body (205: an empty one). */
const bodiless = new Set([204, 205, 304]);

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

function recordedHeaders(
  text: string,
): readonly (AnswerHeader & { readonly bodyType?: unknown })[] {
  const list = parsed(text);
  if (!Array.isArray(list)) return [];
  return list.filter((one: unknown): one is AnswerHeader => {
    const { key, value } = (one ?? {}) as Record<string, unknown>;
    return typeof key === 'string' && typeof value === 'string';
  });
}

/**
 * JSON is sent byte for byte as recorded. Under another content type, a JSON string becomes
 * plain text before it is sent.
 */
function bodyOf(recorded: string, contentType: string, isFile: boolean): string | Buffer | null {
  if (!isFile && contentType.includes('json')) return recorded;
  // Only a string is parsed: parsing megabytes of small objects would block every other caller.
  if (!isFile) return recorded.startsWith('"') ? String(parsed(recorded)) : recorded;
  const file = fileBodyOf(parsed(recorded));
  return typeof file === 'string' ? null : Buffer.from(file.base64, 'base64');
}

/**
 * Null when nothing can be sent: the status is invalid, or its file is no longer base64, for
 * instance because it was masked.
 */
export function workflowAnswer(recorded: RecordedResponse): WorkflowAnswer | null {
  const { status } = recorded;
  if (!Number.isInteger(status) || status < 200 || status > 599) return null;
  const given = recordedHeaders(recorded.headers);
  const { sent, names, values } = judgeHeaders(given);
  const headers: Record<string, string | string[]> = {};
  for (const [name, [first = '', ...more]] of headersByName(sent))
    headers[name] = more.length === 0 ? first : [first, ...more];
  const dropped = [...names, ...values];
  if (bodiless.has(status)) return { status, headers, body: undefined, dropped };
  headers['content-type'] ??= 'application/json; charset=utf-8';
  const isFile = given.some(({ bodyType }) => bodyType === 'file');
  const body = bodyOf(recorded.body, String(headers['content-type']), isFile);
  return body === null ? null : { status, headers, body, dropped };
}
