/** What a runner counts. */
import type { Metrics } from '@libs/platform';

export interface RunnerMetrics {
  ended(status: string): void;
  parked(): void;
  woken(): void;
  poison(topic: string): void;
}

/** @param running executions that hold a slot, asked when metrics are read */
export function createRunnerMetrics(metrics: Metrics, running: () => number): RunnerMetrics {
  const ended = metrics.counter(
    'flowledger_executions_ended_total',
    'Executions ended here, by status',
    ['status'],
  );
  const parked = metrics.counter(
    'flowledger_executions_parked_total',
    'Executions that parked here',
  );
  const woken = metrics.counter(
    'flowledger_executions_woken_total',
    'Parked executions that an order brought back here',
  );
  const poison = metrics.counter(
    'flowledger_runner_poison_total',
    'Records the runner could not decode',
    ['topic'],
  );
  metrics.gauge(
    'flowledger_executions_running',
    'Executions that hold a slot here',
    [],
    function () {
      this.set(running());
    },
  );
  return {
    ended: (status) => ended.inc({ status }),
    parked: () => parked.inc(),
    woken: () => woken.inc(),
    poison: (topic) => poison.inc({ topic }),
  };
}
