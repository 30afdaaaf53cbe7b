/**
 * Reads what the projectors tell open pages, and who looks at which workflow. One reader per api
 * process; only records of workspaces with an open stream are decoded.
 */
import {
  decodeRecord,
  type PresenceNoted,
  topics,
  UndecodableRecordError,
  type WorkspaceChange,
} from '@libs/contracts';
import type { EventLog, ReceivedBatch, ReceivedRecord, SupervisedConsumer } from '@libs/event-log';
import { slices } from '@libs/event-loop';
import { EVENT_LOG, LOGGER, Progress } from '@libs/platform';
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';

export interface PageWatcher {
  /** @param position of the feed after them */
  changed(changes: readonly WorkspaceChange[], position: number): void;
  /** Changes may be lost: the page must read its lists again. */
  missed(position: number): void;
  present(noted: PresenceNoted): void;
}

/** Nothing is urgent for a page. */
const maxWaitMs = 1_000;
/** A reader that was away for more gets `resync`. */
const mostReplayed = 1_000;
const mostReplayedBytes = 4 * 1024 * 1024;
/** Each reads records of all workspaces. */
const mostReplays = 2;

const partition = { topic: topics.changes, partition: 0 };

class TooMuch extends Error {}

@Injectable()
export class PageFeed implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #eventLog: EventLog;
  readonly #consumer: SupervisedConsumer;
  readonly #watchers = new Map<string, Set<PageWatcher>>();
  #position: number | null = null;
  #replays = 0;

  constructor(
    @Inject(EVENT_LOG) eventLog: EventLog,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(Progress) progress: Progress,
  ) {
    this.#eventLog = eventLog;
    this.#consumer = eventLog.consumer({
      // A consumer group per instance: each instance reads all records, from now on.
      groupId: `flowledger-page-feed-${randomUUID()}`,
      topics: [topics.changes, topics.presence],
      startFrom: 'latest',
      maxWaitMs,
      onBatch: (batch) => {
        this.#onBatch(batch);
        return Promise.resolve();
      },
      onAssigned: ({ sameMember }) => {
        if (!sameMember) this.#missedByAll(this.#position ?? 0);
      },
    });
    progress.watchConsumer('page-feed', this.#consumer);
  }

  onApplicationBootstrap(): void {
    this.#consumer
      .start()
      .catch((error: unknown) =>
        this.logger.error({ err: error }, 'the feed of open pages could not start'),
      );
  }

  onApplicationShutdown(): Promise<void> {
    return this.#consumer.stop();
  }

  isLive(): boolean {
    return this.#consumer.status().state === 'running';
  }

  /** @returns a function that stops it */
  watch(workspaceId: string, watcher: PageWatcher): () => void {
    const watchers = this.#watchers.get(workspaceId) ?? new Set();
    this.#watchers.set(workspaceId, watchers.add(watcher));
    return () => {
      watchers.delete(watcher);
      if (watchers.size === 0 && this.#watchers.get(workspaceId) === watchers)
        this.#watchers.delete(workspaceId);
    };
  }

  /** Where this reader is; null before its first record. */
  get position(): number | null {
    return this.#position;
  }

  /** The position after the last record. */
  async end(): Promise<number> {
    return this.#position ?? (await this.#eventLog.admin.endOffsets(topics.changes)).get(0) ?? 0;
  }

  /**
   * Changes of a workspace from a position on.
   * @returns null when they are too many, gone, or incomplete: the reader reads its lists again
   */
  async since(
    workspaceId: string,
    from: number,
    until: number,
  ): Promise<readonly WorkspaceChange[] | null> {
    if (from === until) return [];
    if (from > until || until - from > mostReplayed || this.#replays >= mostReplays) return null;
    this.#replays += 1;
    try {
      const start = (await this.#eventLog.admin.startOffsets(topics.changes)).get(0) ?? 0;
      return from < start ? null : await this.#replayed(workspaceId, from, until);
    } catch (error) {
      if (!(error instanceof TooMuch))
        this.logger.warn({ err: error }, 'the feed of open pages could not be read again');
      return null;
    } finally {
      this.#replays -= 1;
    }
  }

  async #replayed(
    workspaceId: string,
    from: number,
    until: number,
  ): Promise<readonly WorkspaceChange[] | null> {
    const found: WorkspaceChange[] = [];
    let bytes = 0;
    await this.#eventLog.readRange(partition, from, until, async (records) => {
      await slices.next();
      for (const record of records) {
        bytes += record.value?.length ?? 0;
        if (bytes > mostReplayedBytes || record.key === '') throw new TooMuch();
        if (record.key !== workspaceId) continue;
        const changes = changesIn(record);
        if (changes === null) throw new TooMuch();
        for (const change of changes) found.push(change);
      }
    });
    return found;
  }

  #onBatch({ topic, records }: ReceivedBatch): void {
    for (const record of records) {
      if (topic === topics.presence) this.#tellPresence(record);
      else this.#tell(record);
    }
  }

  #tell(record: ReceivedRecord): void {
    const position = record.offset + 1;
    this.#position = position;
    if (record.key === '') {
      this.#missedByAll(position);
      return;
    }
    const watchers = this.#watchers.get(record.key ?? '');
    if (watchers === undefined) return;
    const changes = changesIn(record);
    for (const watcher of watchers) {
      if (changes === null) watcher.missed(position);
      else watcher.changed(changes, position);
    }
  }

  #tellPresence(record: ReceivedRecord): void {
    const watchers = this.#watchers.get(record.key ?? '');
    if (watchers === undefined) return;
    const decoded = decodedOrNull(record);
    if (decoded?.type !== 'PresenceNoted') return;
    for (const watcher of watchers) watcher.present(decoded.data);
  }

  #missedByAll(position: number): void {
    for (const watchers of this.#watchers.values())
      for (const watcher of watchers) watcher.missed(position);
  }
}

/** Null: more than fit into the record, or it is from a newer release. */
function changesIn(record: ReceivedRecord): readonly WorkspaceChange[] | null {
  const decoded = decodedOrNull(record);
  if (decoded?.type !== 'WorkspaceChanged' || decoded.data.changes.length === 0) return null;
  return decoded.data.changes;
}

function decodedOrNull({ value }: ReceivedRecord): ReturnType<typeof decodeRecord> | null {
  try {
    return decodeRecord(value);
  } catch (error) {
    if (error instanceof UndecodableRecordError) return null;
    throw error;
  }
}
