import type { ExecutionRequested } from '@libs/contracts';
import type { Command } from './command.js';

/** The origin of an execution in this process: a request, or control commands that woke it. */
export interface ExecutionOrigin {
  /** Null for an execution that control commands woke. */
  readonly request: ExecutionRequested | null;
  /** Offset of the request; null for a woken execution, whose request has been passed. */
  readonly requestOffset: number | null;
  readonly traceparent: string | null;
  /** Commands to obey before their offsets are passed. A woken execution was woken by the first. */
  readonly commands: Command[];
}
