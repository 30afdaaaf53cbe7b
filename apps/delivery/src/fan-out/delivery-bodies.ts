/**
 * Builds the bodies of deliveries, once for all that include the same data, and stores them with
 * their fences. A byte budget bounds the memory in use, however many completions arrive at once.
 */
import type { WorkflowExecutionCompleted } from '@libs/contracts';
import type { Config } from '@libs/config';
import { buildPayload, maxBodyBytes, type PayloadExtras } from '@libs/delivery';
import { readFittingSpans } from '@libs/execution-view';
import type { Database } from '@libs/persistence';
import type { Fence } from '../fence/fence.js';
import { type AccountStanding, readAccountStandings } from './account-standing.js';
import { ByteBudget } from './byte-budget.js';
import type { TargetedDelivery, PlannedDelivery } from './planned-delivery.js';

export interface DeliveryBodiesParts {
  readonly pool: Database['pool'];
  readonly fence: Fence;
  readonly config: Config;
}

/** Bodies that are built in one batch. */
const partBytes = 4 * 1024 * 1024;
/** Bodies in memory, over all partitions. */
const inHandBytes = 16 * 1024 * 1024;

/** Size of a body without output, spans and files. */
const otherBytes = 1024;

const noExtras: PayloadExtras = { traceSpans: '[]', rateLimits: null, usage: null };

export class DeliveryBodies {
  readonly #parts: DeliveryBodiesParts;
  readonly #budget = new ByteBudget(inHandBytes);

  constructor(parts: DeliveryBodiesParts) {
    this.#parts = parts;
  }

  /**
   * Repeatable: bytes already stored are kept. Waits while the byte budget is used up.
   * @returns the deliveries as stored: a subscription may have been switched on or off since
   * planning
   */
  async store(deliveries: readonly TargetedDelivery[]): Promise<readonly TargetedDelivery[]> {
    const missed = await this.#budget.with(bodyBytesOf(deliveries), () => this.#store(deliveries));
    return deliveries.map((delivery) => ({
      ...delivery,
      state: missed.has(delivery.deliveryId) ? 'suppressed' : 'pending',
    }));
  }

  async #store(part: readonly TargetedDelivery[]): Promise<ReadonlySet<string>> {
    const extrasOf = await this.#readExtras(part);
    const bodies = new Map<string, Buffer>();
    return this.#parts.fence.insert(
      part.map(({ deliveryId, subscription, completed, traceparent, parkTarget }) => {
        const { includeFinalOutput, includeTraceSpans, includeRateLimits, includeUsageData } =
          subscription;
        const key = [
          completed.eventId,
          includeFinalOutput,
          includeTraceSpans,
          includeRateLimits,
          includeUsageData,
        ].join();
        const body = bodies.get(key) ?? buildPayload(completed, subscription, extrasOf(completed));
        bodies.set(key, body);
        return {
          deliveryId,
          subscriptionId: subscription.id,
          workspaceId: subscription.workspaceId,
          eventId: completed.eventId,
          body,
          traceparent,
          dueAt: parkTarget?.dueAt ?? null,
        };
      }),
    );
  }

  async #readExtras(
    deliveries: readonly PlannedDelivery[],
  ): Promise<(completed: WorkflowExecutionCompleted) => PayloadExtras> {
    const { pool, config } = this.#parts;
    const withSpans = deliveries.filter(({ subscription }) => subscription.includeTraceSpans);
    const withStanding = deliveries.filter(
      ({ subscription }) => subscription.includeRateLimits || subscription.includeUsageData,
    );
    if (withSpans.length === 0 && withStanding.length === 0) return () => noExtras;
    const spans =
      withSpans.length > 0
        ? await readFittingSpans(
            pool,
            withSpans.map(({ completed }) => completed),
            maxBodyBytes,
          )
        : new Map<string, string | null>();
    const accountIds = [...new Set(withStanding.map(({ completed }) => completed.accountId))];
    const standings: ReadonlyMap<string, AccountStanding> =
      accountIds.length > 0
        ? await readAccountStandings(pool, config, accountIds, Date.now())
        : new Map();
    return ({ executionId, accountId }) => ({
      ...noExtras,
      ...standings.get(accountId),
      traceSpans: spans.has(executionId) ? (spans.get(executionId) ?? null) : '[]',
    });
  }
}

/** Completions, in their order, in groups whose bodies are built in one batch. */
export function* inParts<T extends { readonly deliveries: readonly TargetedDelivery[] }>(
  announced: readonly T[],
): Generator<readonly T[]> {
  let part: T[] = [];
  let bytes = 0;
  for (const one of announced) {
    const more = bodyBytesOf(one.deliveries);
    if (part.length > 0 && bytes + more > partBytes) {
      yield part;
      [part, bytes] = [[], 0];
    }
    part.push(one);
    bytes += more;
  }
  if (part.length > 0) yield part;
}

/** Upper bound of the bodies' size; bodies of one completion count once. */
function bodyBytesOf(deliveries: readonly TargetedDelivery[]): number {
  const byCompletion = Map.groupBy(deliveries, ({ completed }) => completed);
  let bytes = 0;
  for (const [{ finalOutput, files }, of] of byCompletion) {
    const includes = (flag: 'includeTraceSpans' | 'includeFinalOutput'): boolean =>
      of.some(({ subscription }) => subscription[flag]);
    bytes += otherBytes + (files?.length ?? 0);
    if (includes('includeTraceSpans')) bytes += maxBodyBytes;
    else if (includes('includeFinalOutput'))
      bytes += Math.min(finalOutput?.length ?? 0, maxBodyBytes);
  }
  return bytes;
}
