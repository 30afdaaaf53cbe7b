import type { ExecutionLedger } from '../../../core/execution/execution-ledger.js';
import { failedSpans } from '../../../core/execution/verdict.js';

/** The failed block after the chosen one, round and round; the first when none is chosen. */
export function nextError(ledger: ExecutionLedger, chosen: string): string | null {
  const failed = failedSpans(ledger);
  const at = failed.findIndex(({ id }) => id === chosen);
  return failed[(at + 1) % Math.max(1, failed.length)]?.id ?? null;
}
