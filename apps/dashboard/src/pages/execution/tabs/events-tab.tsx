import type { ShownExecution } from '../shown-execution.js';

export function EventsTab(_: { execution: ShownExecution }) {
  return null;
}
