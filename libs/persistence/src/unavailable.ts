/** Tells an unavailable database from a wrong statement, for callers that answer 503 or retry. */

const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
/** Cancelled; here always because it took too long (bounded-connections.ts). */
const statementTimeout = '57014';
/** It takes no writes: a standby, or a primary that its operator made read-only for a full disk. */
export const readOnly = '25006';
/**
 * 57P01 to 57P03: shutdown or start-up; 25P03: idle in transaction; 40001, 40P01: conflict; 58030:
 * disk failure. Class 08: connection; class 53: no disk, memory or connections left.
 */
const serverCodes = new Set([
  statementTimeout,
  readOnly,
  '57P01',
  '57P02',
  '57P03',
  '25P03',
  '40001',
  '40P01',
  '58030',
]);
const serverClasses = /^(08|53)[0-9A-Z]{3}$/;
/**
 * pg gives these no code. The texts are those of pg 8 and pg-pool 3; a contract test checks them.
 */
const driverTexts = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  // TypeORM releases a broken connection; the transaction's next statement then fails with this.
  'Query runner already released',
];

/** Total: an unknown error is not an outage. Looks through TypeORM's wrapping. */
export function isDatabaseUnavailable(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, message, driverError, cause } = error as Readonly<Record<string, unknown>>;
  if (typeof code === 'string') {
    if (socketCodes.has(code) || serverCodes.has(code) || serverClasses.test(code)) return true;
  }
  if (typeof message === 'string' && driverTexts.some((text) => message.startsWith(text)))
    return true;
  return isDatabaseUnavailable(driverError) || isDatabaseUnavailable(cause);
}

/**
 * The database answered, but one statement exceeded the time limit. Looks through TypeORM's
 * wrapping.
 */
export function isStatementTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError } = error as Readonly<Record<string, unknown>>;
  return code === statementTimeout || isStatementTimeout(driverError);
}

/**
 * A text has NUL or half a surrogate pair. Postgres can't store it, so no row has it (SQLSTATE
 * 22021, 22P05).
 */
export function isUnstorableText(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError } = error as Readonly<Record<string, unknown>>;
  return code === '22021' || code === '22P05' || isUnstorableText(driverError);
}
