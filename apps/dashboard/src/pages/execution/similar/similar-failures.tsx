import type { ShownExecution } from '../shown-execution.js';

export function SimilarFailures(_: { execution: ShownExecution }) {
  return null;
}
