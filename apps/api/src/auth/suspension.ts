/** A suspended account: what runs ends, and nothing new starts (decision 34). */
import { ApiError } from '../errors/api-error.js';

export interface Suspension {
  readonly since: Date;
  /** As the operator wrote it, for the people of the account. */
  readonly reason: string;
}

export interface SuspensionColumns {
  readonly suspended_at: Date | null;
  readonly suspended_reason: string | null;
}

export const suspensionOf = (row: SuspensionColumns): Suspension | null =>
  row.suspended_at === null
    ? null
    : { since: row.suspended_at, reason: row.suspended_reason ?? 'No reason was given' };

export const suspensionView = (
  suspension: Suspension | null,
): { readonly since: string; readonly reason: string } | null =>
  suspension && { since: suspension.since.toISOString(), reason: suspension.reason };

/** For callers that may be anyone: without the reason. */
export const accountSuspended = (): ApiError =>
  new ApiError(403, 'ACCOUNT_SUSPENDED', 'The account of this workflow is suspended');

/** For callers with a key of the account. */
export const ownAccountSuspended = ({ since, reason }: Suspension): ApiError =>
  new ApiError(
    403,
    'ACCOUNT_SUSPENDED',
    `The account is suspended since ${since.toISOString()}: ${reason}. Its keys can read, cancel, resume and delete; ask the operator of the service to resume the account`,
  );
