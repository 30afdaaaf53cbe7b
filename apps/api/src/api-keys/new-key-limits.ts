/** What a new key may do at most: what the calling key may do. Pure. */
import { covers } from '../auth/allowed-addresses.js';
import { outsideOfKey } from '../auth/key-limits.js';
import type { Principal } from '../auth/principal.js';
import { ApiError } from '../errors/api-error.js';
import type { ApiKeyBody } from './api-key.schemas.js';

interface KeyLimits {
  readonly expiresAt: Date | null;
  readonly workflowIds: string[] | null;
  readonly allowedAddresses: string[] | null;
}

type Caller = Pick<Principal, 'expiresAt' | 'workflowIds' | 'allowedAddresses'>;
type Asked = Pick<ApiKeyBody, 'expiresAt' | 'workflowIds' | 'allowedAddresses'>;

function endOf(asked: Asked['expiresAt'], latest: Date | null): Date | null {
  if (asked === undefined) return latest;
  const end = asked === null ? null : new Date(asked);
  if (latest === null || (end !== null && end <= latest)) return end;
  const message = `A key ends no later than the key that creates it: at ${latest.toISOString()} at the latest`;
  throw new ApiError(422, 'KEY_EXPIRES', message, [{ field: 'expiresAt', message }]);
}

/** @param isWithin whether the calling key has all of the wanted entry */
function listOf(
  asked: readonly string[] | null | undefined,
  own: readonly string[] | null,
  names: string,
  isWithin: (entry: string) => boolean,
): string[] | null {
  const wanted = asked === undefined ? own : asked;
  if (wanted === null && own !== null) throw outsideOfKey(`some ${names}`);
  const outside = own === null ? [] : (wanted ?? []).filter((entry) => !isWithin(entry));
  if (outside.length > 0) throw outsideOfKey(`the ${names} ${outside.join(', ')}`);
  return wanted && [...wanted];
}

/**
 * @throws ApiError 422 `KEY_EXPIRES` for a later end than the calling key's; 403 `KEY_LIMITED` for
 * workflows or addresses that the calling key lacks
 */
export function limitsOfNewKey(caller: Caller, asked: Asked): KeyLimits {
  const { workflowIds, allowedAddresses } = caller;
  return {
    expiresAt: endOf(asked.expiresAt, caller.expiresAt),
    workflowIds: listOf(asked.workflowIds, workflowIds, 'workflows', (id) =>
      (workflowIds ?? []).includes(id),
    ),
    allowedAddresses: listOf(asked.allowedAddresses, allowedAddresses, 'addresses', (entry) =>
      covers(allowedAddresses ?? [], entry),
    ),
  };
}
