import type { Span } from '../../../core/execution/execution-ledger.js';
import type { ShownExecution } from '../shown-execution.js';

export interface LedgerProps {
  execution: ShownExecution;
  span: Span;
  tryNumber: number;
}

export function Ledger(_: LedgerProps) {
  return null;
}
