/** What a runner counts. */
import type { Metrics } from '@libs/platform';
import type { Admission } from './admission.js';

export interface RunnerMetrics {
  ended(status: string): void;
  /** By its limits, where they count it. */
  admitted(admission: Admission): void;
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
  const queued = metrics.counter(
    'flowledger_executions_queued_total',
    'Executions that a limit made wait before they began, as often as they waited',
  );
  const skipped = metrics.counter(
    'flowledger_executions_skipped_total',
    'Executions that ended at once because their workflow was at its limit',
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
    admitted: (admission) => {
      if (admission.kind === 'wait') queued.inc();
      else if (admission.kind === 'end' && admission.stop.kind === 'skipped') skipped.inc();
    },
    parked: () => parked.inc(),
    woken: () => woken.inc(),
    poison: (topic) => poison.inc({ topic }),
  };
}
