/**
 * The partition count and leaders of each topic, which the appender needs at once. Answers come
 * from memory. An answer older than 30 s, or doubted after a failed flush, is refreshed in the
 * background.
 */
import type { EventLogLogger } from '../../options.js';
import { Backoff } from './backoff.js';
import type { SharedAdmin } from '../admin/shared-admin.js';

const maxAgeMs = 30_000;

export interface TopicLayout {
  readonly partitions: number;
  /** Node id of the leader by partition number; -1 while there is none. */
  readonly leaders: readonly number[];
}

export class TopicDirectory {
  readonly #layouts = new Map<string, { layout: TopicLayout; validUntilMs: number }>();
  readonly #loading = new Map<string, Promise<TopicLayout>>();
  readonly #stop = new AbortController();

  constructor(
    private readonly admin: SharedAdmin,
    private readonly log: EventLogLogger,
  ) {}

  /** The layout known now; undefined before the first `load`. */
  known(topic: string): TopicLayout | undefined {
    const entry = this.#layouts.get(topic);
    if (entry === undefined) return undefined;
    if (performance.now() > entry.validUntilMs) {
      entry.validUntilMs = performance.now() + maxAgeMs;
      this.load(topic).catch(() => undefined);
    }
    return entry.layout;
  }

  /** Called after a failed flush: leaders may have moved, so the next use refreshes the layouts. */
  doubt(): void {
    for (const entry of this.#layouts.values()) entry.validUntilMs = 0;
  }

  /** Keeps asking until the topic exists and has leaders; rejects only when closed. */
  async load(topic: string): Promise<TopicLayout> {
    let running = this.#loading.get(topic);
    if (running === undefined) {
      running = this.#fetch(topic).finally(() => this.#loading.delete(topic));
      this.#loading.set(topic, running);
    }
    return running;
  }

  close(): void {
    this.#stop.abort(new Error('the event log is closed'));
  }

  async #fetch(topic: string): Promise<TopicLayout> {
    const backoff = new Backoff({ firstMs: 50, maxMs: 2000 });
    for (;;) {
      this.#stop.signal.throwIfAborted();
      try {
        const layout = await this.#ask(topic);
        this.#layouts.set(topic, { layout, validUntilMs: performance.now() + maxAgeMs });
        return layout;
      } catch (error) {
        this.log.warn({ err: error, topic }, 'topic metadata not available yet; asking again');
        await backoff.wait(this.#stop.signal);
      }
    }
  }

  async #ask(topic: string): Promise<TopicLayout> {
    const { topics } = await this.admin.ask((admin) =>
      admin.fetchTopicMetadata({ topics: [topic] }),
    );
    const partitions = topics[0]?.partitions ?? [];
    if (partitions.length === 0) throw new Error(`topic ${topic} has no partitions yet`);
    const leaders = new Array<number>(partitions.length).fill(-1);
    for (const { partitionId, leader } of partitions) leaders[partitionId] = leader;
    return { partitions: partitions.length, leaders };
  }
}
