/**
 * The low watermark of one partition of requests: the oldest request whose execution has neither
 * ended nor parked. Each open request keeps the ledger position at its first admission, from which
 * a takeover folds. The control topic has a low watermark too: the command that woke an execution
 * holds it (decision 7). Pure.
 */

/** Ledger position from which a takeover must fold, and the claim in force there. */
export interface LedgerPlace {
  readonly offset: number;
  readonly claimOffset: number;
}

export interface Watermark {
  /** Offset to commit. */
  readonly offset: number;
  readonly place: LedgerPlace;
}

export class LowWatermark {
  /** Insertion order is offset order, because requests are admitted in order. */
  readonly #open = new Map<number, LedgerPlace>();
  #next: number;
  #place: LedgerPlace;

  /**
   * @param start the committed offset
   * @param place ledger position in the metadata of that commit
   */
  constructor(start: number, place: LedgerPlace) {
    this.#next = start;
    this.#place = place;
  }

  /**
   * A request was read.
   * @param place ledger position before any event of this or a later request; never decreases
   */
  admit(offset: number, place: LedgerPlace): void {
    if (offset < this.#next) return;
    this.#open.set(offset, place);
    this.#next = offset + 1;
    this.#place = place;
  }

  /** The execution has ended or parked, durably; or the record was no request. */
  settle(offset: number): void {
    this.#open.delete(offset);
  }

  /** Offset after the last request that was read. */
  get next(): number {
    return this.#next;
  }

  get hasOpen(): boolean {
    return this.#open.size > 0;
  }

  current(): Watermark {
    const oldest = this.#open.entries().next().value;
    if (oldest === undefined) return { offset: this.#next, place: this.#place };
    return { offset: oldest[0], place: oldest[1] };
  }
}

/** Commit metadata: short, versioned JSON. */
export const encodePlace = (place: LedgerPlace): string =>
  JSON.stringify({ v: 1, l: place.offset, c: place.claimOffset });

/** Absent or unreadable metadata means the start of the log, never the end. */
export function decodePlace(metadata: string | undefined): LedgerPlace {
  const start: LedgerPlace = { offset: 0, claimOffset: -1 };
  if (metadata === undefined || metadata === '') return start;
  try {
    const { v, l, c } = JSON.parse(metadata) as { v?: unknown; l?: unknown; c?: unknown };
    return v === 1 && Number.isInteger(l) && Number.isInteger(c)
      ? { offset: l as number, claimOffset: c as number }
      : start;
  } catch {
    return start;
  }
}

/**
 * Where a takeover folds from: the earlier of what open requests and open commands need.
 * @param orders metadata of the control partition's commit; empty while no command is open
 */
export function earlierPlace(requests: LedgerPlace, orders: string | undefined): LedgerPlace {
  if (orders === undefined || orders === '') return requests;
  const place = decodePlace(orders);
  return place.offset < requests.offset ? place : requests;
}
