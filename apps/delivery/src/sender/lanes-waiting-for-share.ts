/** Lanes that would be ready if their accounts had not prepared enough. First in, first out. */
export class LanesWaitingForShare<L> {
  readonly #byAccount = new Map<string, L[]>();

  add(accountId: string, lane: L): void {
    const waiting = this.#byAccount.get(accountId) ?? [];
    waiting.push(lane);
    this.#byAccount.set(accountId, waiting);
  }

  takeOne(accountId: string): L | undefined {
    const waiting = this.#byAccount.get(accountId);
    const lane = waiting?.shift();
    if (waiting?.length === 0) this.#byAccount.delete(accountId);
    return lane;
  }

  takeAll(): L[] {
    const all = [...this.#byAccount.values()].flat();
    this.#byAccount.clear();
    return all;
  }
}
