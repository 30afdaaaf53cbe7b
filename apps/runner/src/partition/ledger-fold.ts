/**
 * Folds a range of one ledger partition, from a low watermark's position to a claim. The result is
 * the knowledge of a takeover.
 */
import { evolve, newHistory, type ExecutionEvent, type ExecutionHistory } from '@libs/execution';
import type { ReceivedRecord } from '@libs/event-log';
import { readLedgerRecord } from '@libs/ledger';

export class LedgerFold {
  /** Started in this range, neither ended nor parked. */
  readonly unfinished = new Map<string, ExecutionHistory>();
  /**
   * Events of executions that started before this range, or before a pause. They continue from a
   * parked state.
   */
  readonly resumed = new Map<string, ExecutionEvent[]>();
  /** Parked in this range, with the sequence of the last pause. Their requests are settled. */
  readonly parked = new Map<string, number>();
  readonly ended = new Set<string>();
  /**
   * Executions with an event that this engine does not know: continuing would repeat effects. A
   * later end or pause that it knows tells all that is needed about what came before.
   */
  readonly frozen = new Set<string>();
  /** Highest offset of a begun request; -1: none, Infinity: an unknown event may be any start. */
  lastBegunOffset = -1;
  /** The same for commands that have woken an execution. */
  lastWokenOffset = -1;
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
      case 'newer':
        this.#freeze(record.key);
        return;
      case 'superseded':
      case 'poison':
        return;
    }
  }

  #freeze(executionId: string | null): void {
    this.lastBegunOffset = Infinity;
    this.lastWokenOffset = Infinity;
    // A claim has no key. Its header identifies it.
    if (executionId !== null) this.frozen.add(executionId);
  }

  #fold(event: ExecutionEvent): void {
    const { executionId } = event.data;
    if (event.type === 'ExecutionStarted')
      this.lastBegunOffset = Math.max(this.lastBegunOffset, event.data.requestOffset);
    if (event.type === 'ExecutionResumed')
      this.lastWokenOffset = Math.max(this.lastWokenOffset, event.data.controlOffset);
    if (this.ended.has(executionId)) return;
    if (event.data.sequence <= (this.parked.get(executionId) ?? 0)) return;
    if (event.type === 'ExecutionParked') {
      // Nothing of it stays in memory: this event and its row hold the full state.
      this.unfinished.delete(executionId);
      this.resumed.delete(executionId);
      this.frozen.delete(executionId);
      this.parked.set(executionId, event.data.sequence);
    } else if (event.type === 'ExecutionStarted' || this.unfinished.has(executionId))
      this.#foldBegun(executionId, event);
    else if (event.type === 'ExecutionCompleted') this.#end(executionId, this.requestsFrom);
    else {
      const events = this.resumed.get(executionId) ?? [];
      events.push(event);
      this.resumed.set(executionId, events);
    }
  }

  #foldBegun(executionId: string, event: ExecutionEvent): void {
    const history = evolve(this.unfinished.get(executionId) ?? newHistory(executionId), event);
    if (history.ended === null) this.unfinished.set(executionId, history);
    else this.#end(executionId, history.started?.requestOffset ?? this.requestsFrom);
  }

  #end(executionId: string, requestOffset: number): void {
    this.unfinished.delete(executionId);
    this.resumed.delete(executionId);
    this.frozen.delete(executionId);
    if (requestOffset >= this.requestsFrom) this.ended.add(executionId);
  }
}
