/** The delivery's state after an attempt, and the fact for `webhook.delivery.events`. Pure. */
import { type DeliveryAttempted, type DeliveryDue, toJsonText } from '@libs/contracts';
import type { Decision } from '@libs/delivery';
import type { Claim, DeliveryState } from '../fence/claim.js';
import type { AttemptResult } from './attempt.js';

export interface Outcome {
  readonly state: DeliveryState;
  readonly reason: string | null;
  readonly dueAt: number | null;
}

export function outcomeOf(decision: Decision): Outcome {
  switch (decision.kind) {
    case 'succeeded':
      return { state: 'succeeded', reason: null, dueAt: null };
    case 'retryAt':
      return { state: 'pending', reason: null, dueAt: decision.dueAt };
    case 'failed':
      return { state: 'failed', reason: decision.reason, dueAt: null };
    case 'exhausted':
      return { state: 'exhausted', reason: decision.reason, dueAt: null };
  }
}

export function attemptedFact(
  due: DeliveryDue,
  claim: Claim,
  url: string,
  result: AttemptResult,
  outcome: Outcome,
): DeliveryAttempted {
  const { outcome: came } = result;
  return {
    deliveryId: due.deliveryId,
    subscriptionId: due.subscriptionId,
    attemptNumber: claim.attemptNumber,
    step: claim.position,
    trigger: due.trigger,
    url,
    startedAt: result.startedAt,
    latencyMs: Math.max(0, result.endedAt - result.startedAt),
    status: came.kind === 'answer' ? came.status : null,
    errorCode: came.kind === 'none' ? came.errorCode : null,
    errorMessage: result.errorMessage,
    responseHeaders: came.kind === 'answer' ? toJsonText(came.headers) : null,
    responseBody: result.responseBody,
    state: outcome.state,
    nextDueAt: outcome.dueAt,
    reason: outcome.reason,
    occurredAt: result.endedAt,
  };
}
