/**
 * Why a question to a model failed, named so that callers can act on it. Providers agree on little
 * more than the status.
 */
import type { BlockError } from '../block.js';
import { isRetryableStatus } from '../http-call/retry-policy.js';

export interface ModelFailure extends BlockError {
  /** Status of the provider's answer, if there was one. */
  readonly status: number | null;
  readonly retryable: boolean;
  /** The delay that the provider asked for, as in the header. */
  readonly retryAfter: string | undefined;
}

/**
 * The provider's failure as the SDK throws it. Its class is not imported, so that the package is
 * loaded only when it is needed.
 */
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
  'SECRET_HOST_DENIED',
  'RESPONSE_TOO_COMPLEX',
]);
/** Wordings of OpenAI, vLLM and Ollama; of Anthropic; of Google. */
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

/** @param lost why no complete answer came, if none came */
export function modelFailure(
  error: unknown,
  lost: Pick<BlockError, 'code' | 'message'> | null,
): ModelFailure {
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
      : 'The answer of the model endpoint is not a completion');
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
