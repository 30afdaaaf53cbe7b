import type { ShownExecution } from '../shown-execution.js';

export interface SpanSideProps {
  execution: ShownExecution;
  /** Key of the chosen row. */
  chosen: string;
  nowMs: number;
  /** A person chose it; else it is what the page shows first. */
  isAsked: boolean;
  onChoose: (key: string) => void;
  onClose: () => void;
}
