/**
 * Writes changes of the read models to the topic of open pages: at once, and at most four times
 * a second. It is a hint to read again: it never delays a projection, and a failure costs pages one
 * reading of their lists. Nothing is lost in silence: after a gap, one record for all workspaces
 * says so.
 */
import { mergedChange, recordOf, type RecordTypes } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Database } from '@libs/persistence';
import type { Logger } from 'pino';
import type { ChangeListener, NotedChange } from '../engine/noted-change.js';
import { type IdentifiedChange, Identities } from './identities.js';
import { RetryingExecutions } from './retrying-executions.js';
import { withRevisions } from './revisions.js';

const everyMs = 250;
const appendTimeoutMs = 5_000;
/** More things than this at once, and reading them again costs less than telling of each. */
const mostNoted = 20_000;
/** The same for one workspace: more than its pages show. */
const mostPerWorkspace = 500;

export interface ChangeFeedParts {
  readonly appender: Pick<RecordAppender, 'append'>;
  readonly pool: Pick<Database['pool'], 'query'>;
  readonly logger: Logger;
}

/** Where a running execution is. Its next change or its end says more: the first thing to drop. */
const isTextOnly = ({ topic, status }: NotedChange): boolean =>
  topic === 'executions' && status === null;

const keyOf = ({ topic, id }: NotedChange): string => `${topic}:${id}`;

export class ChangeFeed implements ChangeListener {
  readonly #parts: ChangeFeedParts;
  readonly #identities: Identities;
  readonly #retrying = new RetryingExecutions();
  #noted = new Map<string, NotedChange>();
  #hasGap = false;
  #timer: NodeJS.Timeout | null = null;
  #writtenAtMs = -everyMs;
  #writing: Promise<void> | null = null;
  #stopped = false;

  constructor(parts: ChangeFeedParts) {
    this.#parts = parts;
    this.#identities = new Identities(parts.pool);
  }

  note(changes: readonly NotedChange[]): void {
    for (const noted of changes) {
      const change = this.#retrying.told(noted);
      const key = keyOf(change);
      const before = this.#noted.get(key);
      this.#noted.set(key, before === undefined ? change : mergedChange(before, change));
    }
    if (this.#noted.size > mostNoted) this.#dropTexts();
    if (this.#noted.size > mostNoted) this.missed();
    else if (this.#noted.size > 0) this.#soon();
  }

  #dropTexts(): void {
    for (const [key, change] of this.#noted) if (isTextOnly(change)) this.#noted.delete(key);
  }

  missed(): void {
    this.#noted.clear();
    this.#hasGap = true;
    this.#soon();
  }

  /** Writes the rest. */
  async stop(): Promise<void> {
    this.#stopped = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
  }

  #soon(): void {
    if (this.#stopped || this.#timer !== null || this.#writing !== null) return;
    const waitMs = Math.max(0, this.#writtenAtMs + everyMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#timer = null;
      this.#writing = this.#write().finally(() => {
        this.#writing = null;
        if (this.#hasGap || this.#noted.size > 0) this.#soon();
      });
    }, waitMs);
  }

  /** Never rejects. */
  async #write(): Promise<void> {
    const [changes, hasGap] = [[...this.#noted.values()], this.#hasGap];
    this.#writtenAtMs = performance.now();
    this.#noted = new Map();
    this.#hasGap = false;
    try {
      const told = await withRevisions(this.#parts.pool, changes);
      const records = [
        ...(hasGap ? [{ workspaceId: null, changes: [], occurredAt: Date.now() }] : []),
        ...recordsOf(await this.#identities.identified(told)),
      ];
      await Promise.all(records.map((record) => this.#append(record)));
    } catch (error) {
      this.#parts.logger.warn({ err: error }, 'open pages were not told what changed');
      this.#hasGap = true;
    }
  }

  #append(record: RecordTypes['WorkspaceChanged']): Promise<unknown> {
    return this.#parts.appender.append(recordOf('WorkspaceChanged', record), {
      timeoutMs: appendTimeoutMs,
    });
  }
}

function recordsOf(changes: readonly IdentifiedChange[]): RecordTypes['WorkspaceChanged'][] {
  const occurredAt = Date.now();
  return [...Map.groupBy(changes, ({ workspaceId }) => workspaceId)].map(([workspaceId, all]) => {
    const kept = all.length > mostPerWorkspace ? all.filter((one) => !isTextOnly(one)) : all;
    return { workspaceId, changes: kept.length > mostPerWorkspace ? [] : kept, occurredAt };
  });
}
