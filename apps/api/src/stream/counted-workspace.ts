/** When the figures of one watched workspace are read, and to whom they are told. */
import type { WorkspaceChange } from '@libs/contracts';
import type { PageWatcher } from './page-feed.js';

/** Each is exact up to 1,000. */
export interface Counters {
  readonly running: number;
  readonly failedGroups: number;
  readonly approvalsWaiting: number;
  readonly deliveriesRetrying: number;
}

export type TellCounters = (counters: Counters) => void;

const everyMs = 2_000;
const retryMs = 10_000;
/** Groups of errors leave the last 24 hours without an event. */
const agingMs = 10 * 60_000;

const counted = new Set(['executions', 'approvals', 'deliveries']);
/** Where an execution is changes no figure. */
const isCounted = ({ topic, status }: WorkspaceChange): boolean =>
  counted.has(topic) && (topic !== 'executions' || status !== null);

export class CountedWorkspace implements PageWatcher {
  readonly #pages = new Set<TellCounters>();
  #latest: Counters | null = null;
  #timer: NodeJS.Timeout | null = null;
  #againTimer: NodeJS.Timeout | undefined;
  #readAtMs = -everyMs;
  #isReading = false;
  #isStale = false;
  #isOver = false;

  /** @param read null: it failed */
  constructor(private readonly read: () => Promise<Counters | null>) {}

  /** Tells the figures now, or when they are read, and when they change. */
  add(page: TellCounters): void {
    this.#pages.add(page);
    if (this.#latest === null) this.#soon();
    else page(this.#latest);
  }

  /** @returns whether it was the last one; then no more is read */
  remove(page: TellCounters): boolean {
    this.#pages.delete(page);
    if (this.#pages.size > 0) return false;
    this.#isOver = true;
    clearTimeout(this.#timer ?? undefined);
    clearTimeout(this.#againTimer);
    return true;
  }

  changed(changes: readonly WorkspaceChange[]): void {
    if (changes.some(isCounted)) this.#soon();
  }

  missed(): void {
    this.#soon();
  }

  present(): void {
    // No figure counts people.
  }

  #soon(): void {
    if (this.#isReading) this.#isStale = true;
    if (this.#isReading || this.#isOver || this.#timer !== null) return;
    const waitMs = Math.max(0, this.#readAtMs + everyMs - performance.now());
    this.#timer = setTimeout(() => void this.#readNow(), waitMs);
  }

  async #readNow(): Promise<void> {
    this.#timer = null;
    const counters = await this.#counters();
    if (this.#isOver) return;
    if (counters !== null) this.#tell(counters);
    clearTimeout(this.#againTimer);
    if (counters === null) this.#againTimer = setTimeout(() => this.#soon(), retryMs);
    else if (counters.failedGroups > 0) this.#againTimer = setTimeout(() => this.#soon(), agingMs);
    if (this.#isStale) this.#soon();
  }

  async #counters(): Promise<Counters | null> {
    this.#isReading = true;
    this.#isStale = false;
    const counters = await this.read();
    this.#isReading = false;
    this.#readAtMs = performance.now();
    return counters;
  }

  #tell(counters: Counters): void {
    const isNew = JSON.stringify(counters) !== JSON.stringify(this.#latest);
    this.#latest = counters;
    if (isNew) for (const page of this.#pages) page(counters);
  }
}
