/** A delivery as rows show it, read from what the API answers about it and its tries. */
import type { Operations } from '@libs/client';
import type { DeliveryTimes, DeliveryTry } from '../../../core/waterfall/delivery-segments.js';

type Delivery = Operations['listExecutionDeliveries']['answer']['data'][number];
type DeliveryDetail = Operations['getDelivery']['answer']['data'];

export interface ShownDelivery extends DeliveryTimes {
  readonly id: string;
  readonly subscriptionId: string;
  readonly url: string;
  readonly host: string;
  /** As `lookOf` of core/status draws it. */
  readonly status: 'success' | 'retrying' | 'error' | 'queued' | 'skipped';
  readonly state: string;
  readonly reason: string | null;
  readonly attemptCount: number;
  readonly maxAttempts: number;
  readonly lastStatus: number | null;
  readonly lastErrorCode: string | null;
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url);

function statusOf({ state, attemptCount, nextDueAt }: Delivery): ShownDelivery['status'] {
  if (state === 'succeeded') return 'success';
  if (state === 'exhausted' || state === 'failed') return 'error';
  if (state === 'suppressed') return 'skipped';
  return attemptCount > 0 && nextDueAt !== null ? 'retrying' : 'queued';
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** @param detail undefined until it was read; tries are unknown then */
export function shownDelivery(delivery: Delivery, detail?: DeliveryDetail): ShownDelivery {
  const newest = detail ?? delivery;
  const { id, subscriptionId, url, state, reason, attemptCount, maxAttempts } = newest;
  const { lastStatus, lastErrorCode, nextDueAt } = newest;
  return {
    ...{ id, subscriptionId, url, state, reason, attemptCount, maxAttempts },
    ...{ lastStatus, lastErrorCode, host: hostOf(url), status: statusOf(newest) },
    tries: (detail?.attempts ?? []).map(tryOf),
    nextDueMs: nextDueAt === null ? null : Date.parse(nextDueAt),
  };
}

const tryOf = ({
  startedAt,
  state,
  latencyMs,
  status,
}: DeliveryDetail['attempts'][number]): DeliveryTry => ({
  startMs: Date.parse(startedAt),
  durationMs: numberOf(latencyMs) ?? 0,
  hasSucceeded: state === 'succeeded',
  status: numberOf(status),
});
