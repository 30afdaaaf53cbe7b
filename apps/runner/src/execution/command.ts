/** A command on the control topic. Its effect is durable before its offset is passed. */
import type { WakeUp } from '@libs/blocks';
import type { ExecutionResumeRequested } from '@libs/contracts';

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

/** The wake-up that a resume command gives the block that waits for it. */
export function wakeUpBy({ reason, data }: ExecutionResumeRequested, at: number): WakeUp {
  if (reason === 'timer') return { reason, at };
  const brought = data === null ? null : (JSON.parse(data) as unknown);
  return { reason: reason === 'child' ? 'child' : 'data', at, data: brought };
}
