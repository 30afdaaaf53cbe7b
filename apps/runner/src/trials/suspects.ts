/**
 * Executions of one partition that may have ended its earlier owner: those in flight when that
 * owner died. A wrong guess costs only time: a suspect runs alone for a moment, and nothing counts
 * against it.
 */
import type { ExecutionOrigin } from '../execution/command.js';
import type { Takeover } from '../partition/takeover.js';

export interface Candidate {
  readonly executionId: string;
  readonly origin: Pick<ExecutionOrigin, 'requestOffset' | 'commands'>;
}

type Evidence = Pick<Takeover, 'unfinished' | 'resumed' | 'requestsTo' | 'controlTo'>;

export class Suspects {
  readonly #uncleared: Set<string>;
  /** Requests that may have begun unrecorded, because events are buffered for a moment. */
  #unrecorded: number;

  /** @param concurrency executions that the earlier owner may have had under way at a time */
  constructor(
    private readonly takeover: Evidence,
    concurrency: number,
  ) {
    this.#uncleared = new Set([...takeover.unfinished.keys(), ...takeover.resumed.keys()]);
    this.#unrecorded = concurrency;
  }

  static none(): Suspects {
    const nothing = { unfinished: new Map(), resumed: new Map(), requestsTo: 0, controlTo: 0 };
    return new Suspects(nothing, 0);
  }

  get size(): number {
    return this.#uncleared.size;
  }

  /** Called once, when it starts or continues here. */
  has({ executionId, origin }: Candidate): boolean {
    if (this.#uncleared.has(executionId)) return true;
    if (!this.#mayHaveBegun(origin)) return false;
    this.#uncleared.add(executionId);
    return true;
  }

  #mayHaveBegun({ requestOffset, commands }: Candidate['origin']): boolean {
    if (requestOffset === null)
      return commands.some(({ offset }) => offset < this.takeover.controlTo);
    if (requestOffset >= this.takeover.requestsTo || this.#unrecorded === 0) return false;
    this.#unrecorded -= 1;
    return true;
  }

  /** It has ended or parked. */
  clear(executionId: string): void {
    this.#uncleared.delete(executionId);
  }
}
