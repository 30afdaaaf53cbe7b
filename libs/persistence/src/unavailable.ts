/** Tells "the database can't serve now" from "the statement is wrong", for whoever answers 503 or tries again. */

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
/** Cancelled, here always because it took too long (bounded-connections.ts). */
const statementTimeout = '57014';
/** It takes no writes: a standby, or a primary whose operator protects a full disk. */
export const readOnly = '25006';
/**
 * 57P01 to 57P03: shutting down or starting; 25P03: said nothing within a transaction for too long; 40001, 40P01: another
 * transaction was in the way; 58030: its disk fails. Class 08 is connection trouble, class 53 want of disk, memory or connections.
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
/** pg gives these no code; the texts are those of pg 8 and pg-pool 3, held by a contract test. */
const driverTexts = [
  'Connection terminated unexpectedly',
  'Connection terminated due to connection timeout',
  'timeout exceeded when trying to connect',
  'Client has encountered a connection error and is not queryable',
  // TypeORM gives its connection back when that breaks; the transaction's next statement finds it gone.
  'Query runner already released',
];

/** Total: anything it does not know is not an outage. Looks through TypeORM's wrapping. */
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

/** The database was there, and one statement took longer than any may. Looks through TypeORM's wrapping. */
export function isStatementTimeout(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError } = error as Readonly<Record<string, unknown>>;
  return code === statementTimeout || isStatementTimeout(driverError);
}

/** NUL or half a surrogate pair in a text: Postgres can't hold it, so no record has it (SQLSTATE 22021, 22P05). */
export function isUnstorableText(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { code, driverError } = error as Readonly<Record<string, unknown>>;
  return code === '22021' || code === '22P05' || isUnstorableText(driverError);
}
