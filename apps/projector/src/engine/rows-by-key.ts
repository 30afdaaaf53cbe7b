/** Reduces rows to one per key, in arrival order: a key twice in a statement is an SQL error. */
export class RowsByKey<R> {
  readonly #rows = new Map<string, R>();

  /**
   * @param keyOf the table's conflict key
   * @param merge combines both rows; must follow the rule of the table's `on conflict`
   */
  constructor(
    private readonly keyOf: (row: R) => string,
    private readonly merge: (earlier: R, later: R) => R,
  ) {}

  add(row: R | null): void {
    if (row === null) return;
    const key = this.keyOf(row);
    const earlier = this.#rows.get(key);
    this.#rows.set(key, earlier === undefined ? row : this.merge(earlier, row));
  }

  get(key: string): R | undefined {
    return this.#rows.get(key);
  }

  values(): R[] {
    return [...this.#rows.values()];
  }
}

/** For rows that never change once written. */
export const keepEarlier = <R>(earlier: R): R => earlier;

/** For rows that hold a current state. */
export const keepLater = <R>(_: R, later: R): R => later;
