import type { Decision } from '@libs/delivery';
import type { Metrics } from '@libs/platform';

export interface DeliveryMetrics {
  /** @param outcome `2xx` to `5xx`, or the error class when no answer came */
  attempted(result: Decision['kind'], outcome: string, latencyMs: number): void;
  /** From the completion's publication to the start of the first attempt. */
  firstAttempted(afterMs: number): void;
  parked(tier: string): void;
  released(tier: string, latenessMs: number): void;
  reissued(count: number): void;
  /** A step was claimed whose last holder recorded no outcome: its receiver may get it twice. */
  repeated(): void;
  /** An outcome was recorded after the lease: another process may have made the attempt too. */
  leaseLost(): void;
  /** A due record went to `webhook.delivery.dead`. */
  dead(code: string): void;
  deactivated(reason: string): void;
  /** Read at each scrape. */
  watch(gauges: {
    readonly queued: () => number;
    /** Longest queue of one receiver. */
    readonly deepest: () => number;
    /** How long the longest-waiting delivery has been due, over all processes: do not sum it. */
    readonly oldestPendingMs: () => number;
    readonly running: () => number;
    /** Attempts that were answered but not recorded yet. */
    readonly unrecorded: () => number;
    /** Receivers in use, by the state of their breakers. */
    readonly lanes: () => Readonly<Record<'closed' | 'stalled' | 'open' | 'probing', number>>;
    readonly waiting: () => ReadonlyMap<string, number>;
  }): void;
}

const seconds = (ms: number): number => ms / 1_000;

export function createDeliveryMetrics(metrics: Metrics): DeliveryMetrics {
  const attempts = metrics.counter(
    'flowledger_delivery_attempts_total',
    'Attempts by what followed and by status class or error class',
    ['result', 'class'],
  );
  const latency = metrics.histogram(
    'flowledger_delivery_attempt_seconds',
    'Duration of attempts',
    [0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    ['result'],
  );
  const first = metrics.histogram(
    'flowledger_delivery_first_attempt_seconds',
    'From publication of the completion to the start of the first attempt',
    [0.005, 0.01, 0.02, 0.04, 0.1, 0.5, 2, 10, 60],
    [],
  );
  const parked = metrics.counter(
    'flowledger_delivery_parked_total',
    'Due deliveries parked without an attempt',
    ['tier'],
  );
  const lateness = metrics.histogram(
    'flowledger_delivery_tier_lateness_seconds',
    'Release after the due time',
    [0.001, 0.01, 0.05, 0.25, 1, 3, 10],
    ['tier'],
  );
  const reissued = metrics.counter(
    'flowledger_delivery_orphans_total',
    'Lost due deliveries issued again',
  );
  const repeated = metrics.counter(
    'flowledger_delivery_repeated_total',
    'Steps attempted again because nobody said how they ended: after a crash, or a lease that ran out',
    [],
  );
  const leasesLost = metrics.counter(
    'flowledger_delivery_leases_lost_total',
    'Outcomes recorded after the lease had gone to another process',
    [],
  );
  const deactivated = metrics.counter(
    'flowledger_delivery_deactivated_total',
    'Subscriptions switched off by the service',
    ['reason'],
  );
  const dead = metrics.counter(
    'flowledger_delivery_dead_letters_total',
    'Due deliveries that the pipeline could not attempt',
    ['code'],
  );
  return {
    dead: (code) => dead.inc({ code }),
    deactivated: (reason) => deactivated.inc({ reason }),
    firstAttempted: (afterMs) => first.observe({}, seconds(afterMs)),
    attempted(result, outcome, latencyMs) {
      attempts.inc({ result, class: outcome });
      latency.observe({ result }, seconds(latencyMs));
    },
    parked: (tier) => parked.inc({ tier }),
    released: (tier, latenessMs) => lateness.observe({ tier }, seconds(latenessMs)),
    reissued: (count) => reissued.inc(count),
    repeated: () => repeated.inc({}),
    leaseLost: () => leasesLost.inc({}),
    watch({ queued, deepest, oldestPendingMs, running, unrecorded, lanes, waiting }) {
      metrics.gauge(
        'flowledger_delivery_queued',
        'Due deliveries waiting in lanes',
        [],
        function () {
          this.set(queued());
        },
      );
      metrics.gauge(
        'flowledger_delivery_deepest_lane',
        'Due deliveries that wait for the receiver with the longest queue',
        [],
        function () {
          this.set(deepest());
        },
      );
      metrics.gauge(
        'flowledger_delivery_oldest_pending_seconds',
        'How long the delivery that waits longest has been due; the same in every process',
        [],
        function () {
          this.set(seconds(oldestPendingMs()));
        },
      );
      metrics.gauge('flowledger_delivery_running', 'Attempts in flight', [], function () {
        this.set(running());
      });
      metrics.gauge(
        'flowledger_delivery_unrecorded',
        'Attempts whose answer came and whose outcome is not recorded yet',
        [],
        function () {
          this.set(unrecorded());
        },
      );
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
        'Due deliveries that wait in the tiers of this process',
        ['tier'],
        function () {
          for (const [tier, count] of waiting()) this.set({ tier }, count);
        },
      );
    },
  };
}
