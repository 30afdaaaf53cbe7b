/** A command on the control topic. Its effect is durable before its offset is passed. */
import type { WakeUp } from '@libs/blocks';
import { turnWait, type ExecutionRequested, type ExecutionResumeRequested } from '@libs/contracts';

/** Workspace that the command may act on; null or absent: any workspace. */
interface Addressed {
  readonly workspaceId?: string | null;
}

export type Command = Addressed &
  (
    | {
        readonly kind: 'resume';
        readonly executionId: string;
        readonly offset: number;
        readonly resume: ExecutionResumeRequested;
      }
    | {
        readonly kind: 'cancel';
        readonly executionId: string;
        readonly offset: number;
        readonly reason: string;
      }
  );

/** Whether an execution of this workspace obeys the command. */
export const isFor = ({ workspaceId = null }: Command, ofExecution: string | null): boolean =>
  workspaceId === null || ofExecution === null || workspaceId === ofExecution;

/** Commands for executions the ledger may not know: their request may not have been read here. */
export const mayComeFirst = (command: Command): boolean =>
  command.kind === 'cancel' || command.resume.reason === turnWait.kind;

/** The wake-up that a resume command gives the block that waits for it. */
export function wakeUpBy({ reason, data }: ExecutionResumeRequested, at: number): WakeUp {
  if (reason === 'timer') return { reason, at };
  const brought = data === null ? null : (JSON.parse(data) as unknown);
  return { reason: reason === 'child' ? 'child' : 'data', at, data: brought };
}

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
