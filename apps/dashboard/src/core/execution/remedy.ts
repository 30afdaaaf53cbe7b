/** The first thing to try after an error, by its code (docs/reference/blocks.md). */
import type { SpanError } from './execution-event.js';

export type Remedy = 'access' | 'address' | 'code' | 'input' | 'later' | 'secret';

const byCode: Readonly<Record<string, Remedy>> = {
  UNKNOWN_SECRET: 'secret',
  MODEL_UNAUTHORIZED: 'access',
  SECRET_HOST_DENIED: 'access',
  INVALID_URL: 'address',
  DNS_FAILED: 'address',
  CONNECTION_REFUSED: 'address',
  TLS_FAILED: 'address',
  CONNECT_TIMEOUT: 'later',
  CONNECTION_RESET: 'later',
  TIMEOUT: 'later',
  IDLE_TIMEOUT: 'later',
  MODEL_RATE_LIMITED: 'later',
  FUNCTION_FAILED: 'code',
  FUNCTION_TIMEOUT: 'code',
  FUNCTION_OUT_OF_MEMORY: 'code',
};

const byStatus: Readonly<Record<number, Remedy>> = {
  401: 'access',
  403: 'access',
  404: 'address',
  408: 'later',
  429: 'later',
};

/** Null: the message has to say it. */
export function remedyOf({ code, httpStatus }: SpanError): Remedy | null {
  if (code !== 'HTTP_STATUS' || httpStatus === null) return byCode[code] ?? null;
  return byStatus[httpStatus] ?? (httpStatus >= 500 ? 'later' : 'input');
}
