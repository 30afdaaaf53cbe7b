/**
 * Makes an outcome durable in the order that delivery-attempt.ts explains: events and the next due
 * record are acknowledged by the log, then the fence advances. Both may repeat.
 */
import { type DeliveryDue, recordOf, traced } from '@libs/contracts';
import type { Config } from '@libs/config';
import { deadRecord, decideAfterAttempt, type Decision, dueRecord } from '@libs/delivery';
import type { OutgoingRecord, ReceivedRecord, RecordAppender } from '@libs/event-log';
import { BatchedCall, retryUntil } from '@libs/platform';
import type { Logger } from 'pino';
import type { DeliveryMetrics } from '../delivery-metrics.js';
import type { Claim, ClaimedSubscription, DeliveryState } from '../fence/claim.js';
import type { Fence } from '../fence/fence.js';
import { LeaseRenewal } from '../fence/lease-renewal.js';
import type { SubscriptionHealth } from '../subscriptions/subscription-health.js';
import type { AttemptResult } from './attempt.js';
import { attemptedFact, outcomeOf } from './attempted-fact.js';

export interface RecorderParts {
  readonly appender: RecordAppender;
  readonly fence: Fence;
  readonly health: SubscriptionHealth;
  readonly metrics: DeliveryMetrics;
  readonly config: Config;
  readonly logger: Logger;
  readonly random: () => number;
}

const maxFacts = 500;
const gatherMs = 5;

export class OutcomeRecorder {
  readonly #parts: RecorderParts;
  readonly #leases: LeaseRenewal;
  /** Facts of the same 5 ms go to the log in one flush. */
  readonly #facts: BatchedCall<readonly OutgoingRecord[], undefined>;

  constructor(parts: RecorderParts) {
    this.#parts = parts;
    this.#leases = new LeaseRenewal(parts.fence, parts.logger);
    this.#facts = new BatchedCall(
      async (batch) => {
        await Promise.all(batch.flat().map((record) => parts.appender.append(record)));
        return batch.map(() => undefined);
      },
      maxFacts,
      gatherMs,
    );
  }

  /** @returns the decision, once it can't be lost any more */
  async record(
    due: DeliveryDue,
    claim: Claim,
    subscription: ClaimedSubscription,
    result: AttemptResult,
    stopped: AbortSignal,
  ): Promise<Decision> {
    const { config, random } = this.#parts;
    const { url } = subscription;
    const decision = decideAfterAttempt(result.outcome, {
      position: claim.position,
      maxAttempts: config.FLOWLEDGER_MAX_ATTEMPTS,
      endedAt: result.endedAt,
      random: random(),
      delayScale: config.FLOWLEDGER_DELAY_SCALE,
    });
    const outcome = outcomeOf(decision);
    const fact = attemptedFact(due, claim, url, result, outcome);
    const records: OutgoingRecord[] = [
      recordOf('DeliveryAttempted', fact, traced(claim.traceparent)),
    ];
    if (decision.kind === 'retryAt') {
      records.push(
        dueRecord(decision.tier.topic, {
          ...due,
          step: claim.step + 1,
          dueAt: decision.dueAt,
          trigger: 'automatic',
        }),
      );
    }
    // Events before fence: the reverse could leave a `succeeded` delivery without an event, or a
    // next step without a record, which only the sweeper finds, and late.
    await this.#leases.during(claim, async () => {
      await this.#facts.call(records);
      await this.#noteHealth(due.subscriptionId, subscription, decision, stopped);
      await this.#advance(
        claim,
        { ...outcome, step: claim.step + 1, attempts: claim.attemptNumber },
        stopped,
      );
    });
    return decision;
  }

  async #noteHealth(
    subscriptionId: string,
    { url, exhaustedRun }: ClaimedSubscription,
    decision: Decision,
    stopped: AbortSignal,
  ): Promise<void> {
    const { health } = this.#parts;
    const note = (what: string, run: () => Promise<void>): Promise<void> =>
      this.#retry(what, stopped, run);
    if (decision.kind === 'failed' && decision.deactivate)
      await note('deactivating', () => health.deactivate(subscriptionId, decision.reason, url));
    else if (decision.kind === 'exhausted')
      await note('counting an exhaustion', () => health.exhausted(subscriptionId));
    else if (decision.kind === 'succeeded' && exhaustedRun > 0)
      await note('ending a run of failures', () => health.recovered(subscriptionId));
  }

  /** Ends a delivery that has no subscription or can't be carried out, without an attempt. */
  async end(
    due: DeliveryDue,
    claim: Claim,
    state: 'dropped' | 'failed',
    reason: string,
    stopped: AbortSignal,
  ): Promise<void> {
    await this.#changed(due, claim, state, reason);
    await this.#advance(
      claim,
      { state, dueAt: null, step: claim.step + 1, attempts: claim.attemptNumber - 1 },
      stopped,
    );
  }

  /**
   * Ends a delivery without an attempt while its subscription is off.
   * @returns whether the due record is done; false when the subscription is on again and the claim
   * was given back
   */
  async suppress(due: DeliveryDue, claim: Claim, stopped: AbortSignal): Promise<boolean> {
    const { deliveryId, subscriptionId } = due;
    const { attemptNumber: token, step: claimedStep } = claim;
    await this.#changed(due, claim, 'suppressed', 'SUBSCRIPTION_INACTIVE');
    const ended = await this.#retry('suppressing a delivery', stopped, () =>
      this.#parts.fence.suppress({ deliveryId, subscriptionId, token, claimedStep }),
    );
    if (ended || !(await this.release(claim, false, stopped))) return true;
    await this.#changed(due, claim, 'pending', 'SUBSCRIPTION_ACTIVE');
    return false;
  }

  async #changed(
    { deliveryId, subscriptionId }: DeliveryDue,
    { traceparent }: Claim,
    state: DeliveryState,
    reason: string,
  ): Promise<void> {
    const when = { nextDueAt: null, occurredAt: Date.now() };
    const fact = { deliveryId, subscriptionId, state, reason, ...when };
    await this.#parts.appender.append(recordOf('DeliveryStateChanged', fact, traced(traceparent)));
  }

  /**
   * Gives a claim back.
   * @param sent whether it may have reached the receiver: then its attempt number is used up
   * @returns whether this process still had it
   */
  release(claim: Claim, sent: boolean, stopped: AbortSignal): Promise<boolean> {
    const attempts = sent ? claim.attemptNumber : claim.attemptNumber - 1;
    return this.#advance(
      claim,
      { state: 'pending', dueAt: null, step: claim.step, attempts },
      stopped,
    );
  }

  async deadLetter(
    due: DeliveryDue,
    record: ReceivedRecord,
    code: string,
    message: string,
  ): Promise<void> {
    this.#parts.logger.error({ deliveryId: due.deliveryId, code }, message);
    this.#parts.metrics.dead(code);
    await this.#parts.appender.append(deadRecord(due.deliveryId, record, code, message));
  }

  /**
   * A process frozen past its lease changes nothing: its token is stale, its events carry a lower
   * attempt number, and its tier record names a step that the fence has left.
   */
  async #advance(
    claim: Claim,
    to: {
      readonly state: DeliveryState;
      readonly dueAt: number | null;
      readonly step: number;
      readonly attempts: number;
    },
    stopped: AbortSignal,
  ): Promise<boolean> {
    const { deliveryId, attemptNumber: token, step: claimedStep } = claim;
    const { state, dueAt, step, attempts } = to;
    const wasOurs = await this.#retry('advancing a delivery', stopped, () =>
      this.#parts.fence.advance({ deliveryId, token, claimedStep, state, dueAt, step, attempts }),
    );
    if (wasOurs) return true;
    this.#parts.metrics.leaseLost();
    this.#parts.logger.warn(
      { code: 'LEASE_LOST', deliveryId, step: claim.step, attemptNumber: token },
      'the outcome came after the lease: another process may have attempted the step too',
    );
    return false;
  }

  #retry<T>(what: string, stopped: AbortSignal, run: () => Promise<T>): Promise<T> {
    return retryUntil(what, this.#parts.logger, run, { stopped });
  }
}
