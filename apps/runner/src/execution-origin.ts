import type { ExecutionRequested } from '@libs/contracts';
import type { Command } from './command.js';

/** What brought an execution here: a request that was read, or orders that woke it from being parked. */
export interface ExecutionOrigin {
  /** For one that begins or goes on by its request. */
  readonly request: ExecutionRequested | null;
  /** Offset of the request; null for one that was woken, whose request has been passed. */
  readonly requestOffset: number | null;
  readonly traceparent: string | null;
  /** Orders that it must obey before their offsets are passed; the first one woke it. */
  readonly commands: Command[];
}
