/** An order from the control topic, with where it stands there: its effect is durable before the offset is passed. */
import type { WakeUp } from '@libs/blocks';
import type { ExecutionResumeRequested } from '@libs/contracts';

/** Whose execution it is for; null or absent: of any workspace. */
interface Addressed {
  readonly workspaceId?: string | null;
}

export type Command = Addressed &
  (
    | {
        readonly kind: 'resume';
        readonly executionId: string;
        readonly offset: number;
        readonly order: ExecutionResumeRequested;
      }
    | {
        readonly kind: 'cancel';
        readonly executionId: string;
        readonly offset: number;
        readonly reason: string;
      }
  );

/** Whether an execution of this workspace obeys it. */
export const isFor = ({ workspaceId = null }: Command, ofExecution: string | null): boolean =>
  workspaceId === null || ofExecution === null || workspaceId === ofExecution;

/** What an order tells the block that waits for it. */
export function wakeUpBy({ reason, data }: ExecutionResumeRequested, at: number): WakeUp {
  if (reason === 'timer') return { reason, at };
  const brought = data === null ? null : (JSON.parse(data) as unknown);
  return { reason: reason === 'child' ? 'child' : 'data', at, data: brought };
}
