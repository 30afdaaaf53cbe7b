/** Why a question to a model failed, named for what callers can act on; providers agree on little more than the status. */
import type { EgressError } from '@libs/egress';
import type { BlockError } from '../block.js';
import { isRetryableStatus } from '../http-call/retry-policy.js';

export interface ModelFailure extends BlockError {
  /** Of the provider's answer, if there was one. */
  readonly status: number | null;
  readonly retryable: boolean;
  /** The provider's own wish, as the header says it. */
  readonly retryAfter: string | undefined;
}

/** The provider's failure as the SDK throws it; its class is not used, so that the package is loaded when it is needed. */
interface ApiCallError {
  readonly statusCode?: number;
  readonly responseHeaders?: Readonly<Record<string, string>>;
  readonly responseBody?: string;
  readonly message: string;
}

const longestMessage = 500;
const terminalCodes = new Set([
  'EGRESS_DENIED',
  'INVALID_URL',
  'RESPONSE_TOO_LARGE',
  'ABORTED',
  'TLS_FAILED',
]);
/** OpenAI, vLLM and Ollama; Anthropic; Google. */
const overflow =
  /context[_ ]length|context window|maximum context|prompt is too long|exceeds the maximum number of tokens|too many (?:input )?tokens/i;

function codeOf(status: number | null, text: string): string {
  if ((status === 400 || status === 413) && overflow.test(text)) return 'CONTEXT_OVERFLOW';
  if (status === 401 || status === 403) return 'MODEL_UNAUTHORIZED';
  if (status === 429) return 'MODEL_RATE_LIMITED';
  return 'MODEL_FAILED';
}

/** `error.message` of the answer, wherever the provider puts it. */
function toldMessage(body: string | undefined): string | null {
  try {
    const json = JSON.parse(body ?? '') as {
      error?: { message?: unknown } | string;
      message?: unknown;
    } | null;
    const told =
      typeof json?.error === 'string' ? json.error : (json?.error?.message ?? json?.message);
    return typeof told === 'string' && told !== '' ? told : null;
  } catch {
    return null;
  }
}

const isApiCallError = (error: unknown): error is ApiCallError =>
  error instanceof Error && error.name === 'AI_APICallError';

/** @param lost why no complete answer came, when that was so */
export function modelFailure(error: unknown, lost: EgressError | null): ModelFailure {
  if (lost !== null) {
    const retryable = !terminalCodes.has(lost.code);
    return {
      code: lost.code,
      message: lost.message,
      status: null,
      retryable,
      retryAfter: undefined,
    };
  }
  const call = isApiCallError(error) ? error : null;
  const status = call?.statusCode ?? null;
  const isAnswer = status !== null && status >= 200 && status < 300;
  const message =
    toldMessage(call?.responseBody) ??
    (status !== null && !isAnswer
      ? `The model endpoint answered with status ${status}`
      : 'The model endpoint answered with something that is no completion');
  return {
    code: codeOf(status, `${message} ${call?.responseBody ?? ''}`),
    message: message.slice(0, longestMessage),
    status,
    retryable: status !== null && isRetryableStatus(status),
    retryAfter: call?.responseHeaders?.['retry-after'],
  };
}

/** Carries a failure through the SDK to the block. */
export class ModelFailedError extends Error {
  override readonly name = 'ModelFailedError';
  constructor(readonly failure: ModelFailure) {
    super(failure.message);
  }
}
