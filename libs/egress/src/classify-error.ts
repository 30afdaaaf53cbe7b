/** Maps any thrown value to the closed list of codes; by code or name, never by message text. */
import { EgressError, type EgressErrorCode } from './egress.errors.js';

const sentences: Readonly<Record<EgressErrorCode, string>> = {
  EGRESS_DENIED: 'The address is not allowed by the egress policy',
  DNS_FAILED: 'The host name could not be resolved',
  CONNECT_TIMEOUT: 'The connection was not established within the connect timeout',
  CONNECTION_REFUSED: 'The connection was refused or the host is unreachable',
  CONNECTION_RESET: 'The connection closed before the answer was complete',
  TLS_FAILED: 'The TLS handshake failed or the certificate is not trusted',
  TIMEOUT: 'The answer was not complete within the time limit',
  IDLE_TIMEOUT: 'No more of the answer arrived within the idle timeout',
  ABORTED: 'The request was cancelled',
  RESPONSE_TOO_LARGE: 'The answer is larger than allowed',
  INVALID_URL: 'The URL is not an http or https URL',
  PROTOCOL_ERROR: 'The answer is not valid HTTP',
  UNKNOWN: 'The request failed',
};

const byCode: Readonly<Record<string, EgressErrorCode>> = {
  UND_ERR_CONNECT_TIMEOUT: 'CONNECT_TIMEOUT',
  ETIMEDOUT: 'CONNECT_TIMEOUT',
  UND_ERR_HEADERS_TIMEOUT: 'TIMEOUT',
  UND_ERR_BODY_TIMEOUT: 'IDLE_TIMEOUT',
  UND_ERR_ABORTED: 'ABORTED',
  UND_ERR_ABORT: 'ABORTED',
  UND_ERR_CLOSED: 'ABORTED',
  UND_ERR_DESTROYED: 'ABORTED',
  ABORT_ERR: 'ABORTED',
  ENOTFOUND: 'DNS_FAILED',
  ENODATA: 'DNS_FAILED',
  ECONNREFUSED: 'CONNECTION_REFUSED',
  EHOSTUNREACH: 'CONNECTION_REFUSED',
  ENETUNREACH: 'CONNECTION_REFUSED',
  EHOSTDOWN: 'CONNECTION_REFUSED',
  EADDRNOTAVAIL: 'CONNECTION_REFUSED',
  EACCES: 'CONNECTION_REFUSED',
  ECONNRESET: 'CONNECTION_RESET',
  ECONNABORTED: 'CONNECTION_RESET',
  EPIPE: 'CONNECTION_RESET',
  UND_ERR_SOCKET: 'CONNECTION_RESET',
  EPROTO: 'TLS_FAILED',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'TLS_FAILED',
  SELF_SIGNED_CERT_IN_CHAIN: 'TLS_FAILED',
  HOSTNAME_MISMATCH: 'TLS_FAILED',
  INVALID_CA: 'TLS_FAILED',
  INVALID_PURPOSE: 'TLS_FAILED',
};

/** Tried in this order: OpenSSL and llhttp have families of codes. */
const byPrefix: readonly (readonly [RegExp, EgressErrorCode])[] = [
  [/^EAI_/, 'DNS_FAILED'],
  [/^(?:ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_CERT)/, 'TLS_FAILED'],
  [
    /^(?:HPE_|UND_ERR_|ERR_HTTP|ERR_INVALID|Z_|ERR_ZLIB|ERR_BROTLI|ERR__ERROR|ERR_BUFFER)/,
    'PROTOCOL_ERROR',
  ],
];

function codeOf(error: unknown): EgressErrorCode {
  if (typeof error !== 'object' || error === null) return 'UNKNOWN';
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (name === 'AbortError') return 'ABORTED';
  if (name === 'HTTPParserError') return 'PROTOCOL_ERROR';
  if (typeof code !== 'string') {
    return error instanceof AggregateError ? codeOf(error.errors[0]) : 'UNKNOWN';
  }
  return byCode[code] ?? byPrefix.find(([prefix]) => prefix.test(code))?.[1] ?? 'UNKNOWN';
}

/** Makes an error of a code with its standard sentence. */
export function egressError(code: EgressErrorCode, cause?: unknown): EgressError {
  return new EgressError(code, sentences[code], cause === undefined ? {} : { cause });
}

/** Never throws; an unknown error becomes `UNKNOWN` with the original as cause. */
export function classifyEgressError(error: unknown): EgressError {
  return error instanceof EgressError ? error : egressError(codeOf(error), error);
}
