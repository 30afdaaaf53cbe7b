/** Rows of one table reduced to one per key, in the order of arrival (a key twice in one statement is an SQL error). */
export class RowsByKey<R> {
  readonly #rows = new Map<string, R>();

  /**
   * @param keyOf the table's conflict key
   * @param merge what both rows come to; must be the rule of the table's `on conflict`
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

/** For rows that say how it stands. */
export const keepLater = <R>(_: R, later: R): R => later;
