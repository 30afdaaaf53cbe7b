import type { ReceiverState } from '../status/receiver-look.js';
import { isSuccess } from './is-success.js';

export interface Standing {
  readonly active: boolean;
  readonly breaker?: { readonly state: Exclude<ReceiverState, 'failing' | 'unused'> } | null;
  /** Null: nothing was sent yet; its `status` is null when no answer came. */
  readonly lastAttempt?: { readonly status: number | null } | null;
}

export function receiverStateOf({ active, breaker, lastAttempt }: Standing): ReceiverState {
  if (!active) return 'deactivated';
  const state = breaker?.state ?? 'closed';
  if (state !== 'closed' || lastAttempt === undefined) return state;
  if (lastAttempt === null) return 'unused';
  return isSuccess(lastAttempt.status) ? 'closed' : 'failing';
}
