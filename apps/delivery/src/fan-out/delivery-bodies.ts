/** Makes the bytes of deliveries, once for all that include the same, and stores them with their fences. */
import type { WorkflowExecutionCompleted } from '@libs/contracts';
import type { Config } from '@libs/config';
import { buildPayload, type PayloadExtras } from '@libs/delivery';
import type { Database } from '@libs/persistence';
import type { Fence } from '../fence/fence.js';
import { type AccountStanding, readAccountStandings } from './account-standing.js';
import { traceSpansSql } from './fan-out.sql.js';
import type { PlacedDelivery, PlannedDelivery } from './planned-delivery.js';

export interface DeliveryBodiesParts {
  readonly pool: Database['pool'];
  readonly fence: Fence;
  readonly config: Config;
}

const noExtras: PayloadExtras = { traceSpans: '[]', rateLimits: null, usage: null };

export class DeliveryBodies {
  readonly #parts: DeliveryBodiesParts;

  constructor(parts: DeliveryBodiesParts) {
    this.#parts = parts;
  }

  /** Repeatable: bytes that are stored already stay. */
  async store(deliveries: readonly PlacedDelivery[]): Promise<void> {
    const extrasOf = await this.#readExtras(deliveries);
    const bodies = new Map<string, Buffer>();
    await this.#parts.fence.insert(
      deliveries.map(({ deliveryId, subscription, completed, state, traceparent, place }) => {
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
          state,
          traceparent,
          dueAt: place?.dueAt ?? null,
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
    const spans = new Map<string, string>();
    if (withSpans.length > 0) {
      const ids = [...new Set(withSpans.map(({ completed }) => completed.executionId))];
      const { rows } = await pool.query<{ execution_id: string; spans: string }>(traceSpansSql, [
        ids,
      ]);
      for (const row of rows) spans.set(row.execution_id, row.spans);
    }
    const accountIds = [...new Set(withStanding.map(({ completed }) => completed.accountId))];
    const standings: ReadonlyMap<string, AccountStanding> =
      accountIds.length > 0
        ? await readAccountStandings(pool, config, accountIds, Date.now())
        : new Map();
    return ({ executionId, accountId }) => ({
      ...noExtras,
      ...standings.get(accountId),
      traceSpans: spans.get(executionId) ?? '[]',
    });
  }
}
