/** Commits the offsets that have moved since the last commit. */
import type { OffsetCommit, SupervisedConsumer } from '@libs/event-log';

interface Progress {
  /** Holds a partition from one assignment to the next. */
  readonly holder: object;
  /** Differs from the last committed one when this has moved. */
  readonly state: string | number;
  /** Committed together. */
  readonly commits: readonly OffsetCommit[];
}

export class OffsetCommitter {
  readonly #committed = new WeakMap<object, Progress['state']>();

  constructor(private readonly consumer: Pick<SupervisedConsumer, 'commit'>) {}

  /** @throws when the group has moved on or no broker answers; the next call tries again */
  async commit(all: readonly Progress[]): Promise<void> {
    const moved = all.filter(({ holder, state }) => this.#committed.get(holder) !== state);
    if (moved.length === 0) return;
    await this.consumer.commit(moved.flatMap(({ commits }) => commits));
    for (const { holder, state } of moved) this.#committed.set(holder, state);
  }
}
