/** An order from the control topic, with where it stands there: its effect is durable before the offset is passed. */
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
