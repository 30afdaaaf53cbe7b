import { describe, expect, it } from '@jest/globals';
import { Metrics } from '@libs/platform';
import { createDeliveryMetrics } from './delivery-metrics.js';

describe('the metrics of the delivery saga', () => {
  it('report attempts, latencies, queues, lanes, parked deliveries and receivers', async () => {
    const registry = new Metrics();
    const metrics = createDeliveryMetrics(registry);
    metrics.attempted('retryAt', '5xx', 20);
    metrics.attempted('retryAt', 'TIMEOUT', 30_000);
    metrics.firstAttempted(12);
    metrics.released('5s', 3);
    metrics.parked('15s');
    metrics.repeated();
    metrics.leaseLost();
    metrics.watch({
      queued: () => 7,
      deepest: () => 5,
      oldestPendingMs: () => 2_500,
      running: () => 3,
      unrecorded: () => 6,
      lanes: () => ({ closed: 4, stalled: 1, open: 2, probing: 1 }),
      waiting: () => new Map([['1m', 9]]),
    });
    const lines = (await registry.registry.metrics()).split('\n');
    for (const line of [
      'flowledger_delivery_attempts_total{result="retryAt",class="5xx"} 1',
      'flowledger_delivery_attempts_total{result="retryAt",class="TIMEOUT"} 1',
      'flowledger_delivery_attempt_seconds_count{result="retryAt"} 2',
      'flowledger_delivery_first_attempt_seconds_count 1',
      'flowledger_delivery_first_attempt_seconds_sum 0.012',
      'flowledger_delivery_tier_lateness_seconds_sum{tier="5s"} 0.003',
      'flowledger_delivery_parked_total{tier="15s"} 1',
      'flowledger_delivery_repeated_total 1',
      'flowledger_delivery_leases_lost_total 1',
      'flowledger_delivery_oldest_pending_seconds 2.5',
      'flowledger_delivery_queued 7',
      'flowledger_delivery_deepest_lane 5',
      'flowledger_delivery_running 3',
      'flowledger_delivery_unrecorded 6',
      'flowledger_delivery_receivers{state="open"} 2',
      'flowledger_delivery_waiting{tier="1m"} 9',
    ])
      expect(lines).toContain(line);
  });
});
