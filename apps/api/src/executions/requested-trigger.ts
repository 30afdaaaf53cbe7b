/**
 * The trigger an execute call counts as, in logs and filters. The workflow's trigger block
 * decides, so runs of a chat workflow are `chat`. `X-Trigger-Type` overrides it, for instance
 * `manual` when a person runs a test.
 */
import { ApiError } from '../errors/index.js';

const callable = ['api', 'manual', 'chat'] as const;
type CallableTrigger = (typeof callable)[number];

/** @throws ApiError 400 for an unknown header value */
export function requestedTrigger(triggerType: string, header: unknown): CallableTrigger {
  const asked = callable.find((one) => one === header);
  if (asked !== undefined) return asked;
  if (header !== undefined) {
    const message = `X-Trigger-Type must be one of ${callable.join(', ')}`;
    throw new ApiError(400, 'INVALID_PARAMETER', message);
  }
  return callable.find((one) => one === triggerType) ?? 'api';
}

/**
 * Validates one chat message; a message without a conversation id begins a conversation.
 * @param newConversationId makes the id of that conversation
 * @throws ApiError 400 without a text
 */
export function chatInput(
  body: unknown,
  newConversationId: () => string,
): { readonly input: string; readonly conversationId: string } {
  const { input, conversationId, ...rest } = (body ?? {}) as Record<string, unknown>;
  if (typeof input !== 'string' || input === '') {
    throw new ApiError(
      400,
      'INVALID_PARAMETER',
      'A chat takes {"input": text, "conversationId"?: text}',
    );
  }
  return {
    ...rest,
    input,
    conversationId: typeof conversationId === 'string' ? conversationId : newConversationId(),
  };
}
