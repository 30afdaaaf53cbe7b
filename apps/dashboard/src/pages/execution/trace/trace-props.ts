import type { Deliveries } from '../deliveries/use-deliveries.js';
import type { ShownExecution } from '../shown-execution.js';
import type { SearchState } from '../use-execution-search.js';

export interface TraceProps extends SearchState {
  execution: ShownExecution;
  deliveries: Deliveries;
  /** Key of the chosen row. */
  chosen: string;
  onChoose: (key: string) => void;
  nowMs: number;
}
