/** Rows of the ledger's table: events of the execution, then the attempts to tell of it. Pure. */
import { durationText } from '../../../core/format/format.js';
import { type LedgerEvent, ledgerEvents } from '../../../core/execution/ledger-events.js';
import type { ExecutionLedger } from '../../../core/execution/execution-ledger.js';
import type { TraceHead } from '../../../core/execution/trace-events.js';
import { startText } from '../../../text/start.js';

const { picture: words } = startText;

export interface LedgerLine {
  readonly key: string;
  /** Of an attempt null: the API tells no place of it. */
  readonly offset: number | null;
  readonly attempt: number | null;
  readonly type: string;
  readonly what: string;
  /** Since the execution was accepted. */
  readonly afterMs: number;
  readonly tone: 'plain' | 'accepted' | 'failed';
  /** The block that it ends. */
  readonly blockId: string | null;
}

interface Attempted {
  readonly attempts: readonly {
    readonly number: number;
    readonly startedAt: string;
    readonly latencyMs: number;
    readonly status: number | null;
    readonly errorCode: string | null;
    readonly state: string;
  }[];
}

export function ledgerLines(
  ledger: ExecutionLedger,
  head: TraceHead,
  delivery: Attempted | null,
): readonly LedgerLine[] {
  const startMs = ledger.startMs ?? 0;
  const events = ledgerEvents(ledger, head).map((event): LedgerLine => ({
    ...{ key: `${event.offset}${event.type}`, offset: event.offset, attempt: null },
    ...{ type: event.type, what: whatOf(event, head) },
    ...{ afterMs: Math.max(0, event.atMs - startMs), tone: 'plain', blockId: event.spanId },
  }));
  const attempts = (delivery?.attempts ?? []).map((attempt): LedgerLine => ({
    ...{ key: `attempt ${attempt.number}`, offset: null, attempt: attempt.number },
    ...{ type: 'DeliveryAttempted', blockId: null },
    what:
      attempt.status === null
        ? (attempt.errorCode ?? '')
        : words.answeredIn(attempt.status, durationText(attempt.latencyMs)),
    afterMs: Math.max(0, Date.parse(attempt.startedAt) - startMs),
    tone: attempt.state === 'succeeded' ? 'accepted' : 'failed',
  }));
  return [...events, ...attempts];
}

function whatOf({ type, name, detail }: LedgerEvent, head: TraceHead): string {
  switch (type) {
    case 'ExecutionStarted':
      return words.started(head.deploymentVersion);
    case 'ExecutionCompleted':
      return words.ended(detail, durationText(head.totalDurationMs ?? 0));
    case 'BlockAttemptFailed':
    case 'BlockCompleted':
      return name;
  }
}
