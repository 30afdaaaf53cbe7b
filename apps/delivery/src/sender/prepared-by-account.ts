/**
 * Items that are being prepared or are prepared but not sent, by account. An account may prepare at
 * most as much as is free for all others: alone it gets half, two get a third each. (Choudhury and
 * Hahne, Dynamic queue length thresholds, 1998)
 */
export class PreparedByAccount {
  readonly #prepared = new Map<string, number>();

  count(accountId: string, change: 1 | -1): void {
    const prepared = (this.#prepared.get(accountId) ?? 0) + change;
    if (prepared > 0) this.#prepared.set(accountId, prepared);
    else this.#prepared.delete(accountId);
  }

  /** @param free how many more items may be prepared, over all accounts */
  mayPrepare(accountId: string, free: number): boolean {
    return (this.#prepared.get(accountId) ?? 0) < free;
  }
}
