/** What a dialog that confirms a mutation shows of it. */
import type { UseMutationResult } from '@tanstack/react-query';
import { common } from '../../text/common.js';
import { failureText } from './failure-notice.js';

export const confirming = (mutation: UseMutationResult<unknown, Error, void>) => ({
  keepText: common.cancel,
  isPending: mutation.isPending,
  problem: mutation.error === null ? null : failureText(mutation.error),
  onConfirm: () => mutation.mutate(),
});
