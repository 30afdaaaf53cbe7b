/**
 * The low watermark of one partition of requests (design.md 3.3): the oldest request whose execution is neither ended nor
 * parked. For each open request it also keeps where the ledger stood when the request was first admitted: a takeover folds the
 * ledger from there. Orders in the control topic have one too: an execution that was woken is held by the order that woke it. Pure.
 */

/** Place in the ledger from which a takeover must fold, and the claim in force there. */
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
  /** Insertion order is offset order: requests are admitted in order. */
  readonly #open = new Map<number, LedgerPlace>();
  #next: number;
  #place: LedgerPlace;

  /**
   * @param start the committed offset
   * @param place what its metadata says
   */
  constructor(start: number, place: LedgerPlace) {
    this.#next = start;
    this.#place = place;
  }

  /**
   * A request was read.
   * @param place where the ledger stood before anything of this request *and of any later one* was written: never falls
   */
  admit(offset: number, place: LedgerPlace): void {
    if (offset < this.#next) return;
    this.#open.set(offset, place);
    this.#next = offset + 1;
    this.#place = place;
  }

  /** The request's execution has ended (or parked), durably; or the request was not one. */
  settle(offset: number): void {
    this.#open.delete(offset);
  }

  /** Behind the youngest request that was read. */
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

/** Metadata of the commit: short, versioned JSON. */
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
 * Where a takeover folds from: no later than what open requests and open orders need.
 * @param orders metadata of the control partition's commit; empty while no order is open
 */
export function earlierPlace(requests: LedgerPlace, orders: string | undefined): LedgerPlace {
  if (orders === undefined || orders === '') return requests;
  const place = decodePlace(orders);
  return place.offset < requests.offset ? place : requests;
}
