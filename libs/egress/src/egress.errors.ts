/** Every way a request can end without an answer. Closed: new failures map to one of these. */
export const egressErrorCodes = [
  'EGRESS_DENIED',
  'DNS_FAILED',
  'CONNECT_TIMEOUT',
  'CONNECTION_REFUSED',
  'CONNECTION_RESET',
  'TLS_FAILED',
  'TIMEOUT',
  'IDLE_TIMEOUT',
  'ABORTED',
  'RESPONSE_TOO_LARGE',
  'INVALID_URL',
  'PROTOCOL_ERROR',
  'UNKNOWN',
] as const;

export type EgressErrorCode = (typeof egressErrorCodes)[number];

/** No answer came. The message is one sentence for users, without addresses, secrets or headers. */
export class EgressError extends Error {
  override readonly name = 'EgressError';
  constructor(
    readonly code: EgressErrorCode,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}
