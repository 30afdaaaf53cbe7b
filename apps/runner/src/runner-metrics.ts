import type { Metrics } from '@libs/platform';
import type { Admission } from './launch/admission.js';
import type { MemoryBudget } from './partition/memory-budget.js';

export interface RunnerMetrics {
  ended(status: string): void;
  /** The decision of the limits, for an execution that they count. */
  admitted(admission: Admission): void;
  parked(): void;
  woken(): void;
  poison(topic: string): void;
  /** @param code error code of the refusal */
  tooLarge(code: string): void;
  /** An execution ran alone, as a suspect. */
  trial(outcome: string): void;
  quarantined(): void;
  /** A command named another workspace than its execution's. */
  foreignCommand(): void;
}

/** Called when metrics are read. */
export interface RunnerState {
  /** Executions that hold a runner slot. */
  readonly running: () => number;
  /** Executions, requests and commands of a newer release. */
  readonly held: () => number;
  readonly memory: () => Pick<MemoryBudget, 'usedBytes' | 'budgetBytes'>;
}

export function createRunnerMetrics(metrics: Metrics, state: RunnerState): RunnerMetrics {
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
    'Parked executions that a control command resumed here',
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
      this.set(state.running());
    },
  );
  const tooLarge = metrics.counter(
    'flowledger_runner_too_large_total',
    'Outputs, answers, parked states and expressions that a budget refused, by code',
    ['code'],
  );
  const trials = metrics.counter(
    'flowledger_trials_total',
    'Times that an execution in flight at the death of a runner ran alone, by outcome',
    ['outcome'],
  );
  const quarantined = metrics.counter(
    'flowledger_executions_quarantined_total',
    'Executions ended because they had ended their runner twice while they ran alone',
  );
  const foreignCommands = metrics.counter(
    'flowledger_runner_foreign_orders_total',
    'Control commands ignored because they named another workspace than that of their execution',
  );
  metrics.gauge(
    'flowledger_runner_held_records',
    'Executions, requests and control commands of a newer release, held for a runner that can read them',
    [],
    function () {
      this.set(state.held());
    },
  );
  metrics.gauge(
    'flowledger_executions_held_bytes',
    'What the executions under way here hold together of what they got and gave',
    [],
    function () {
      this.set(state.memory().usedBytes);
    },
  );
  metrics.gauge(
    'flowledger_executions_held_limit_bytes',
    'What they may hold together; beyond it those that hold more than 1 MiB end with CAPACITY_EXCEEDED',
    [],
    function () {
      this.set(state.memory().budgetBytes);
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
    tooLarge: (code) => tooLarge.inc({ code }),
    trial: (outcome) => trials.inc({ outcome }),
    quarantined: () => quarantined.inc(),
    foreignCommand: () => foreignCommands.inc(),
  };
}
