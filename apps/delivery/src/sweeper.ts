/**
 * Reissues pending steps whose record was lost, before its first append or by a topic's retention.
 * The fence makes a needless one harmless. Also announces deactivations that a crash left
 * unannounced. It pauses while the work queue lags: records waiting there are not lost.
 */
import { delayTiers, topics } from '@libs/contracts';
import type { RecordAppender, SupervisedConsumer } from '@libs/event-log';
import { dueRecord } from '@libs/delivery';
import type { Logger } from 'pino';
import type { Fence } from './fence/fence.js';
import type { SubscriptionHealth } from './subscriptions/subscription-health.js';

const everyMs = 60_000;
const graceMs = 60_000;
/** For /metrics. */
const lookEveryMs = 10_000;
const maxOrphans = 1_000;
const maxLag = 1_000;

export interface SweeperParts {
  readonly fence: Fence;
  readonly health: SubscriptionHealth;
  readonly appender: RecordAppender;
  readonly queue: SupervisedConsumer;
  readonly logger: Logger;
  readonly delayScale: number;
  onReissued(count: number): void;
}

export class Sweeper {
  readonly #parts: SweeperParts;
  #timer: NodeJS.Timeout | undefined;
  #lookTimer: NodeJS.Timeout | undefined;
  #oldestPendingMs = 0;

  constructor(parts: SweeperParts) {
    this.#parts = parts;
  }

  /** As of the last look: how long the longest-waiting delivery has been due. */
  get oldestPendingMs(): number {
    return this.#oldestPendingMs;
  }

  start(): void {
    const { delayScale, logger, health, fence } = this.#parts;
    this.#lookTimer = setInterval(() => {
      fence.oldestPendingMs().then(
        (oldestMs) => (this.#oldestPendingMs = oldestMs),
        (error: unknown) => logger.debug({ err: error }, 'oldest pending delivery not read'),
      );
    }, lookEveryMs);
    this.#timer = setInterval(() => {
      this.sweep().catch((error: unknown) => logger.warn({ err: error }, 'orphans not swept'));
      health
        .announce()
        .catch((error: unknown) => logger.warn({ err: error }, 'deactivations not announced'));
    }, everyMs / delayScale);
  }

  stop(): void {
    clearInterval(this.#timer);
    clearInterval(this.#lookTimer);
  }

  /** @returns how many due records were reissued */
  async sweep(): Promise<number> {
    const { fence, appender, queue, logger, delayScale, onReissued } = this.#parts;
    const { state, lag } = queue.status();
    if (state !== 'running' || lag > maxLag) return 0;
    const scaled = (ms: number): number => Math.ceil(ms / delayScale);
    const tierDelaysMs = delayTiers.map(({ delayMs }) => scaled(delayMs));
    const orphans = await fence.markOrphans(scaled(graceMs), tierDelaysMs, maxOrphans);
    if (orphans.length === 0) return 0;
    const dueAt = Date.now();
    await Promise.all(
      orphans.map((orphan) =>
        appender.append(
          dueRecord(topics.deliveryRequests, { ...orphan, dueAt, trigger: 'automatic' }),
        ),
      ),
    );
    logger.warn({ count: orphans.length }, 'orphaned deliveries issued again');
    onReissued(orphans.length);
    return orphans.length;
  }
}
