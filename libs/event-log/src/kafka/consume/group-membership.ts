/** A consumer's certain knowledge of its membership. Survives a rebuild of the kafkajs consumer. */
export class GroupMembership {
  memberId = '';
  generation = -1;
  #untilMs = 0;
  #joinsSinceAssignment = 0;
  #synced: { memberId: string; generation: number; sentAtMs: number } | undefined;

  /** @param onMember hears of every change of the member id; empty: no member */
  constructor(
    private readonly sessionTimeoutMs: number,
    private readonly onMember: (memberId: string) => void = () => undefined,
  ) {}

  /** From here on a new generation may give our partitions to others before we hear of it. */
  joinSent(): void {
    this.#joinsSinceAssignment++;
    this.#untilMs = 0;
  }

  syncAnswered(memberId: string, generation: number, sentAtMs: number): void {
    this.#synced = { memberId, generation, sentAtMs };
  }

  /**
   * The last sync's assignment is in force. `sameMember` is false if we missed a generation: a
   * second join means that we never saw an assignment, although the member id is the same.
   */
  assigned(): { sameMember: boolean } {
    const synced = this.#synced;
    if (synced === undefined) throw new Error('assigned without a sync');
    const sameMember = synced.memberId === this.memberId && this.#joinsSinceAssignment === 1;
    this.memberId = synced.memberId;
    this.generation = synced.generation;
    this.#joinsSinceAssignment = 0;
    this.#untilMs = synced.sentAtMs + this.sessionTimeoutMs;
    this.onMember(this.memberId);
    return { sameMember };
  }

  heartbeatAnswered(generation: number, sentAtMs: number): void {
    if (this.#joinsSinceAssignment > 0 || generation !== this.generation) return;
    this.#untilMs = Math.max(this.#untilMs, sentAtMs + this.sessionTimeoutMs);
  }

  /** Leaving: the membership is not to be relied on, though the broker may still count it. */
  suspend(): void {
    this.#untilMs = 0;
  }

  /** No longer a member. The last generation stays, because it dates our claims. */
  lost(): void {
    this.memberId = '';
    this.#untilMs = 0;
    this.#joinsSinceAssignment = 0;
    this.#synced = undefined;
    this.onMember('');
  }

  memberUntil(): number {
    return this.#untilMs;
  }

  /** Since the last answer that confirmed it; 0 while a join is under way and after `suspend`. */
  unconfirmedMs(now: number): number {
    return this.#untilMs === 0 ? 0 : now - (this.#untilMs - this.sessionTimeoutMs);
  }
}
