import { ApiRefusal } from '@libs/client';
import { failureOf } from '../../../data/failure.js';

/** Refusals that last and have a banner of their own. Null: any other one. */
export function refusedAs(error: unknown): 'gone' | 'suspended' | null {
  if (failureOf(error).kind === 'missing') return 'gone';
  return error instanceof ApiRefusal && error.body.code === 'ACCOUNT_SUSPENDED'
    ? 'suspended'
    : null;
}
