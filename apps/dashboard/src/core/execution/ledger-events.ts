/** The events of an execution with their places in the ledger, as far as these are known. */
import type { ExecutionLedger } from './execution-ledger.js';
import type { TraceHead } from './trace-events.js';

export interface LedgerEvent {
  readonly offset: number;
  readonly type:
    'ExecutionStarted' | 'BlockAttemptFailed' | 'BlockCompleted' | 'ExecutionCompleted';
  readonly atMs: number;
  /** Of a block. */
  readonly spanId: string | null;
  readonly name: string;
  readonly detail: string;
}

/** In the order of the ledger. A block's start is not kept once the block has ended. */
export function ledgerEvents(
  { spans, end, startMs }: ExecutionLedger,
  { ledger, workflow, trigger }: Pick<TraceHead, 'ledger' | 'workflow' | 'trigger'>,
): LedgerEvent[] {
  const events: LedgerEvent[] = [];
  const own = { spanId: null, name: workflow.name };
  if (ledger.firstOffset !== null && startMs !== null)
    events.push({
      ...own,
      ...{ offset: ledger.firstOffset, type: 'ExecutionStarted', atMs: startMs, detail: trigger },
    });
  for (const { id, name, endMs, offset, ports, error, failedTries } of spans.values()) {
    const block = { spanId: id, name };
    for (const failed of failedTries)
      if (failed.offset !== null)
        events.push({
          ...block,
          ...{ offset: failed.offset, type: 'BlockAttemptFailed', atMs: failed.endMs },
          detail: failed.message,
        });
    if (offset !== null && endMs !== null)
      events.push({
        ...block,
        ...{ offset, type: 'BlockCompleted', atMs: endMs },
        detail: error?.message ?? ports.join(', '),
      });
  }
  if (ledger.lastOffset !== null && end !== null)
    events.push({
      ...own,
      ...{ offset: ledger.lastOffset, type: 'ExecutionCompleted', atMs: end.endMs },
      detail: end.error?.message ?? end.status,
    });
  return events.sort((a, b) => a.offset - b.offset);
}
