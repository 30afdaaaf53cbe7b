/**
 * Feeds one stream: first what its reader missed since its last position, then what happens. What
 * happens meanwhile waits, so that the order is that of the feed.
 */
import type { PresenceNoted, WorkspaceChange } from '@libs/contracts';
import type { PageFeed, PageWatcher } from './page-feed.js';
import type { WorkspaceStream } from './workspace-stream.js';

/** While the past is read; more, and the reader reads its lists again. */
const mostWaiting = 100;

export class FeedFollower implements PageWatcher {
  /** Null: nothing has to wait any more. */
  #waiting: { readonly changes: readonly WorkspaceChange[]; readonly position: number }[] | null =
    [];
  #hasMissed = false;

  /** @param workflowIds the only ones that the reader may see; null: all */
  constructor(
    private readonly stream: WorkspaceStream,
    private readonly workflowIds: readonly string[] | null,
  ) {}

  changed(changes: readonly WorkspaceChange[], position: number): void {
    if (this.#waiting === null) this.stream.add(this.#seen(changes), position);
    else if (this.#waiting.length < mostWaiting) this.#waiting.push({ changes, position });
    else this.#hasMissed = true;
  }

  missed(position: number): void {
    if (this.#waiting === null) this.stream.missed(position);
    else this.#hasMissed = true;
  }

  present(noted: PresenceNoted): void {
    if (this.workflowIds === null || this.workflowIds.includes(noted.workflowId))
      this.stream.addPresence(noted);
  }

  /** @param from the reader's last position; null: it is new and has read its lists just now */
  async begin(feed: PageFeed, workspaceId: string, from: number | null): Promise<void> {
    const until = await feed.end();
    const past = from === null ? [] : await feed.since(workspaceId, from, until);
    if (past === null || this.#hasMissed) this.stream.missed(until);
    else if (past.length > 0) this.stream.add(this.#seen(past), until);
    for (const { changes, position } of this.#waiting ?? [])
      if (position > until) this.stream.add(this.#seen(changes), position);
    this.#waiting = null;
    this.stream.follow(() => feed.position ?? until);
  }

  #seen(changes: readonly WorkspaceChange[]): readonly WorkspaceChange[] {
    const { workflowIds } = this;
    if (workflowIds === null) return changes;
    return changes.filter(
      ({ workflowId }) => workflowId !== null && workflowIds.includes(workflowId),
    );
  }
}
