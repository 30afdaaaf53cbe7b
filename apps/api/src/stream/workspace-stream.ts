/**
 * The changes of one workspace on one connection: at once, and at most four messages a second and
 * topic.
 */
import type { PresenceNoted, WorkspaceChange } from '@libs/contracts';
import type { OutgoingHttpHeader, ServerResponse } from 'node:http';
import { Changes, type FeedTopic, type StreamTopic } from './changes.js';
import type { Counters } from './counted-workspace.js';
import { changesText, eventText } from './told-change.js';

const everyMs = 250;
/** A comment line at this interval keeps proxies from dropping a silent connection. */
const keepAliveMs = 15_000;
/** People whose presence waits to be told. */
const mostPeople = 200;

export class WorkspaceStream {
  readonly #changes: ReadonlyMap<FeedTopic, Changes>;
  readonly #people = new Map<string, PresenceNoted>();
  readonly #keepAliveTimer: NodeJS.Timeout;
  /** Null: told, or not read yet. */
  #counters: Counters | null = null;
  #timer: NodeJS.Timeout | null = null;
  #sentAtMs = -everyMs;
  #stopped = false;
  /** Position in the feed: everything before it was added. */
  #position = 0;
  #feedPosition: () => number | null = () => null;

  constructor(
    private readonly response: ServerResponse,
    headers: Readonly<Record<string, OutgoingHttpHeader | undefined>>,
    topics: readonly StreamTopic[],
  ) {
    this.#changes = new Map(
      topics.filter((topic) => topic !== 'counters').map((topic) => [topic, new Changes()]),
    );
    response.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    response.write(':\n\n');
    this.#keepAliveTimer = setInterval(() => this.#keepAlive(), keepAliveMs);
    response.once('close', () => this.#stop());
  }

  /** @param feedPosition where the feed is; all before it was added */
  follow(feedPosition: () => number | null): void {
    this.#feedPosition = feedPosition;
    this.#sendPosition();
  }

  /** @param position of the feed after them */
  add(changes: readonly WorkspaceChange[], position: number): void {
    this.#position = position;
    for (const change of changes) this.#changes.get(change.topic as FeedTopic)?.add(change);
    this.#soon();
  }

  /** The reader has to read its lists again. */
  missed(position: number): void {
    this.#position = position;
    for (const changes of this.#changes.values()) changes.missed();
    this.#soon();
  }

  addPresence(noted: PresenceNoted): void {
    if (this.#people.size < mostPeople)
      this.#people.set(`${noted.workflowId}:${noted.personId}`, noted);
    this.#soon();
  }

  addCounters(counters: Counters): void {
    this.#counters = counters;
    this.#soon();
  }

  /** The key or the session ended. */
  refuse(reason: object): void {
    this.#write(eventText('session.ended', reason, null));
    this.end();
  }

  end(): void {
    this.#stop();
    if (!this.response.writableEnded) this.response.end();
  }

  #soon(): void {
    if (this.#stopped || this.#timer !== null) return;
    const waitMs = Math.max(0, this.#sentAtMs + everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#send();
    }, waitMs);
  }

  #send(): void {
    this.#sentAtMs = performance.now();
    // A reader that takes nothing gets one message of each topic when it does.
    if (this.response.writableNeedDrain) {
      this.#soon();
      return;
    }
    const taken = [...this.#changes].flatMap(([topic, changes]) => {
      const latest = changes.take();
      return latest === null ? [] : [{ topic, latest }];
    });
    // Only the last one moves the reader's position: a connection may break between two.
    const text = taken.map(({ topic, latest }, at) =>
      changesText(topic, latest, at === taken.length - 1 ? this.#position : null),
    );
    if (text.length > 0) this.#write(text.join(''));
    if (this.#counters !== null) this.#write(eventText('counters', this.#counters, null));
    this.#counters = null;
    this.#sendPresence();
  }

  #keepAlive(): void {
    this.#write(':\n\n');
    this.#sendPosition();
  }

  /** The reader comes back to it if nothing changes meanwhile. */
  #sendPosition(): void {
    const position = this.#feedPosition();
    if (position === null || this.response.writableNeedDrain) return;
    this.#send();
    this.#position = position;
    this.#write(`id: ${position}\n\n`);
  }

  #sendPresence(): void {
    if (this.#people.size === 0) return;
    const people = [...this.#people.values()].map(({ workflowId, personId, name, isHere }) => ({
      ...{ workflowId, personId, name, isHere },
    }));
    this.#people.clear();
    this.#write(eventText('presence', { people }, null));
  }

  #write(text: string): void {
    if (!this.response.writableEnded && !this.response.destroyed) this.response.write(text);
  }

  #stop(): void {
    this.#stopped = true;
    clearInterval(this.#keepAliveTimer);
    if (this.#timer !== null) clearTimeout(this.#timer);
  }
}
