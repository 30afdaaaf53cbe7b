/** Calls that start an execution, as far as the limits of an account see them. */
import type { AccountLimits, Plan } from '@libs/persistence';
import type { Admission } from '../limits/admission.js';
import type { ExecutionCall } from '../limits/execution-call.js';
import type { RateLimits } from '../limits/rate-limits.js';

/** A synchronous call with a key and without a body, unless stated otherwise. */
export const admit = (
  limits: RateLimits,
  { accountId }: { readonly accountId: string },
  plan: Plan,
  accountLimits: AccountLimits = {},
  more: Partial<ExecutionCall> = {},
): Promise<Admission> =>
  limits.admit({ accountId, plan, accountLimits, mode: 'sync', bytes: 0, open: null, ...more });

/** How many of the calls were admitted. */
export const admittedOf = async (calls: readonly Promise<unknown>[]): Promise<number> =>
  (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled').length;
