/** What the saga shows on /metrics. */
import type { Decision } from '@libs/delivery';
import type { Metrics } from '@libs/platform';

export interface DeliveryMetrics {
  attempted(result: Decision['kind'], latencyMs: number): void;
  parked(tier: string): void;
  released(tier: string, latenessMs: number): void;
  reissued(count: number): void;
  /** An order went to `webhook.delivery.dead`. */
  dead(code: string): void;
  /** A subscription was switched off. */
  deactivated(reason: string): void;
  /** Read at each scrape. */
  watch(gauges: {
    readonly queued: () => number;
    readonly running: () => number;
    /** Receivers in use by the state of their breakers. */
    readonly lanes: () => Readonly<Record<'closed' | 'stalled' | 'open' | 'probing', number>>;
    readonly waiting: () => ReadonlyMap<string, number>;
  }): void;
}

const seconds = (ms: number): number => ms / 1_000;

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const attempts = metrics.counter(
    'flowledger_delivery_attempts_total',
    'Attempts by what followed',
    ['result'],
  );
  const latency = metrics.histogram(
    'flowledger_delivery_attempt_seconds',
    'Duration of attempts',
    [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    ['result'],
  );
  const parked = metrics.counter(
    'flowledger_delivery_parked_total',
    'Orders parked without an attempt',
    ['tier'],
  );
  const lateness = metrics.histogram(
    'flowledger_delivery_tier_lateness_seconds',
    'Release after the due time',
    [0.001, 0.01, 0.05, 0.25, 1, 3, 10],
    ['tier'],
  );
  const reissued = metrics.counter('flowledger_delivery_orphans_total', 'Lost orders issued again');
  const deactivated = metrics.counter(
    'flowledger_delivery_deactivated_total',
    'Subscriptions switched off by the service',
    ['reason'],
  );
  const dead = metrics.counter(
    'flowledger_delivery_dead_letters_total',
    'Orders that the pipeline could not carry out',
    ['code'],
  );
  return {
    dead: (code) => dead.inc({ code }),
    deactivated: (reason) => deactivated.inc({ reason }),
    attempted(result, latencyMs) {
      attempts.inc({ result });
      latency.observe({ result }, seconds(latencyMs));
    },
    parked: (tier) => parked.inc({ tier }),
    released: (tier, latenessMs) => lateness.observe({ tier }, seconds(latenessMs)),
    reissued: (count) => reissued.inc(count),
    watch({ queued, running, lanes, waiting }) {
      metrics.gauge('flowledger_delivery_queued', 'Orders waiting in lanes', [], function () {
        this.set(queued());
      });
      metrics.gauge('flowledger_delivery_running', 'Attempts in flight', [], function () {
        this.set(running());
      });
      metrics.gauge(
        'flowledger_delivery_receivers',
        'Receivers in use by breaker: closed, stalled (closed, but all slots wait), open, probing (one request at a time)',
        ['state'],
        function () {
          for (const [state, count] of Object.entries(lanes())) this.set({ state }, count);
        },
      );
      metrics.gauge(
        'flowledger_delivery_waiting',
        'Orders held by the tiers of this process',
        ['tier'],
        function () {
          for (const [tier, count] of waiting()) this.set({ tier }, count);
        },
      );
    },
  };
}
