/** The fold of a stretch of one ledger partition, from a low watermark's place to a claim: what a takeover knows. */
import { evolve, newHistory, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { ReceivedRecord } from '@libs/event-log';
import { readLedgerRecord } from '@libs/ledger';

export class LedgerFold {
  readonly unfinished = new Map<string, ExecutionHistory>();
  readonly ended = new Set<string>();
  /** Executions with an event this engine does not know: going on would repeat effects (design.md 3.11). */
  readonly frozen = new Set<string>();
  /** Offset of the youngest request that has begun; -1 when none has. */
  lastBegunOffset = -1;
  #claimInForce: number;

  constructor(
    claimInForce: number,
    private readonly requestsFrom: number,
  ) {
    this.#claimInForce = claimInForce;
  }

  apply(record: ReceivedRecord): void {
    const reading = readLedgerRecord(this.#claimInForce, record);
    this.#claimInForce = reading.claimInForce;
    switch (reading.kind) {
      case 'event':
        if (reading.event.type !== 'PartitionClaimed') this.#fold(reading.event);
        return;
      case 'unknown':
        this.frozen.add(record.key ?? '');
        return;
      case 'superseded':
      case 'garbage':
        return;
    }
  }

  #fold(event: ExecutionEvent): void {
    const { executionId } = event.data;
    if (event.type === 'ExecutionStarted')
      this.lastBegunOffset = Math.max(this.lastBegunOffset, event.data.requestOffset);
    if (this.ended.has(executionId)) return;
    const history = evolve(this.unfinished.get(executionId) ?? newHistory(executionId), event);
    if (history.ended === null) {
      this.unfinished.set(executionId, history);
      return;
    }
    this.unfinished.delete(executionId);
    if ((history.started?.requestOffset ?? this.requestsFrom) >= this.requestsFrom)
      this.ended.add(executionId);
  }
}
