/** The output of the trigger block for a run by `POST /workflows/{id}/execute`. */
import { v5 as uuidv5, v7 as uuidv7 } from 'uuid';
import type { StartedExecution, StartOptions } from './execution-starter.js';
import type { ExecutionTarget } from './execution-target.js';
import { chatInput } from './requested-trigger.js';

export interface ExecutedWorkflow extends StartedExecution {
  /** Only of a chat. */
  readonly conversationId?: string | undefined;
}

/** Derives a conversation id from an idempotency key, so that a repeat gets the same id. */
const conversationNamespace = '5b1e6b0a-6c1f-4d0e-9a53-4f0f5d3b8a11';

type Triggered = Pick<ExecutionTarget, 'triggerType'>;

/** What the trigger would have produced, or the input itself. */
export function executedInput(
  { triggerType }: Triggered,
  input: unknown,
  idempotency: StartOptions['idempotency'],
): unknown {
  if (triggerType === 'chat') {
    return chatInput(input, () =>
      idempotency === null
        ? uuidv7()
        : uuidv5(`${idempotency.scope} ${idempotency.key}`, conversationNamespace),
    );
  }
  const timestamp = new Date().toISOString();
  if (triggerType === 'schedule') return { scheduledAt: timestamp, timestamp };
  if (triggerType !== 'webhook') return input ?? {};
  return { headers: {}, body: input ?? null, query: {}, method: 'POST', timestamp };
}

export const withConversation = (
  started: StartedExecution,
  { triggerType }: Triggered,
  input: unknown,
): ExecutedWorkflow =>
  triggerType === 'chat'
    ? { ...started, conversationId: (input as { conversationId: string }).conversationId }
    : started;
