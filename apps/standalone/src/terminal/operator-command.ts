/** What commands of operators have in common: who acts, how failures are told, their exit code. */
import { ApiError } from '@apps/api';
import { ConfigError } from '@libs/config';
import { isDatabaseUnavailable } from '@libs/persistence';
import { MasterKeyError } from '@libs/security';
import { hostname, userInfo } from 'node:os';

export interface Terminal {
  say(line: string): void;
  /** To stderr. */
  note(line: string): void;
}

export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Postgres: undefined column, undefined table. */
const olderSchema = new Set<unknown>(['42703', '42P01']);

/** @param command the name after `npm run` */
export function whoActs(command: string): string {
  try {
    return `npm run ${command} (${userInfo().username}@${hostname()})`;
  } catch {
    // The user of a container may have no name.
    return `npm run ${command} (@${hostname()})`;
  }
}

export function told(error: unknown): string {
  if (error instanceof ApiError || error instanceof UsageError) return error.message;
  if (error instanceof ConfigError || error instanceof MasterKeyError) return error.message;
  const { code, message } = error as { readonly code?: unknown; readonly message?: unknown };
  if (olderSchema.has(code))
    return `The schema of the database is older than this release: run the migrate step first (${String(message)})`;
  if (isDatabaseUnavailable(error))
    return `Postgres does not answer (${String(code ?? message)}): check DATABASE_URL, and that Postgres is up`;
  return String(error);
}

export const isWrongUsage = (error: unknown): boolean =>
  error instanceof UsageError ||
  (error instanceof ApiError && (error.status === 400 || error.status === 422));
