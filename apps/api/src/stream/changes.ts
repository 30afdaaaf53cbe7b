/**
 * Changes that one reader has not got yet: the latest of each thing, so that a burst costs one
 * message. Pure.
 */
import { mergedChange, type WorkspaceChange } from '@libs/contracts';

const feedTopics = [
  'executions',
  'deliveries',
  'approvals',
  'workflows',
  'pins',
  'tests',
  'notifications',
  'subscriptions',
] as const;
/** Those whose changes the feed has. */
export type FeedTopic = (typeof feedTopics)[number];

export const streamTopics = [...feedTopics, 'counters'] as const;
export type StreamTopic = (typeof streamTopics)[number];

/** More than a page shows: its reader had better read the list again. */
const maxChanges = 500;

/** Changes of one topic. */
export class Changes {
  readonly #latest = new Map<string, WorkspaceChange>();
  #overflowed = false;

  add(change: WorkspaceChange): void {
    if (this.#overflowed) return;
    const before = this.#latest.get(change.id);
    this.#latest.set(change.id, before === undefined ? change : mergedChange(before, change));
    if (this.#latest.size > maxChanges) this.missed();
  }

  /** The reader has to read everything again. */
  missed(): void {
    this.#overflowed = true;
    this.#latest.clear();
  }

  /** Null: nothing is new. */
  take(): readonly WorkspaceChange[] | 'resync' | null {
    if (this.#overflowed) {
      this.#overflowed = false;
      return 'resync';
    }
    if (this.#latest.size === 0) return null;
    const taken = [...this.#latest.values()];
    this.#latest.clear();
    return taken;
  }
}
