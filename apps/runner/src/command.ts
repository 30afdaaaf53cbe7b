/** An order from the control topic, with where it stands there: its effect is durable before the offset is passed. */
import type { WakeUp } from '@libs/blocks';
import type { ExecutionResumeRequested } from '@libs/contracts';

export type Command =
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
    };

/** What an order tells the block that waits for it. */
export function wakeUpBy({ reason, data }: ExecutionResumeRequested, at: number): WakeUp {
  if (reason === 'timer') return { reason, at };
  const brought = data === null ? null : (JSON.parse(data) as unknown);
  return { reason: reason === 'child' ? 'child' : 'data', at, data: brought };
}
