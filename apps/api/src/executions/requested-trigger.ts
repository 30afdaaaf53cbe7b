/**
 * Which of the five triggers an execute call counts as, in logs and filters. By the workflow's trigger block, so that a chat
 * workflow's runs are `chat`; `X-Trigger-Type` says otherwise, for instance a test run by a person (`manual`).
 */
import { ApiError } from '../errors/index.js';

const callable = ['api', 'manual', 'chat'] as const;
type CallableTrigger = (typeof callable)[number];

/** @throws ApiError 400 for a header that names none of them */
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
 * One message of a conversation; a first one without an id begins a conversation.
 * @param newConversationId its id then
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
