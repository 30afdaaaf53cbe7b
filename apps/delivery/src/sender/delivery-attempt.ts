/**
 * Due record -> attempt -> outcome. No delivery is lost; one process at a time attempts a step.
 * Order of writes: 1. claim the step at the fence, leased beyond the attempt's deadline; 2. POST;
 * 3. append DeliveryAttempted and, for a retry, DeliveryDue(step + 1), acknowledged; 4. advance the
 * fence with the claim's token; 5. commit the low watermark. Because 5 comes last, a crash anywhere
 * only makes the due record be read again.
 */
import type { Config } from '@libs/config';
import { type WorkspaceCipher, WorkspaceKeyError } from '@libs/persistence';
import { SealError } from '@libs/security';
import { retryUntil } from '@libs/platform';
import type { OpenRecord } from '../consuming/tracked-consumer.js';
import type { Claim, ClaimedSubscription } from '../fence/claim.js';
import { type AttemptParts, type AttemptResult, post } from './attempt.js';
import type { Ending } from './lane.js';
import type { LaneSlots } from './lanes.js';
import { type Opened, OpenedSubscriptions } from './opened-subscriptions.js';
import { OutcomeRecorder, type RecorderParts } from './outcome-recorder.js';
import type { Parking } from './parking.js';

export type DueDelivery = OpenRecord<'DeliveryDue'>;

interface LaneUse {
  readonly slots: LaneSlots;
  readonly free: (ending: Ending) => void;
}

export interface DeliveryAttemptParts extends AttemptParts, RecorderParts {
  readonly cipher: WorkspaceCipher;
  readonly config: Config;
  readonly parking: Parking;
  /** Puts it into its lane as if it had just arrived. */
  queueAgain(due: DueDelivery): void;
  /** No new work. */
  readonly stopping: AbortSignal;
  /** No waiting for answers either. */
  readonly aborting: AbortSignal;
}

const silentCodes: ReadonlySet<string> = new Set(['TIMEOUT', 'CONNECT_TIMEOUT', 'IDLE_TIMEOUT']);

/** For metrics: few values, whatever receivers answer. */
const classOf = ({ outcome }: AttemptResult): string =>
  outcome.kind === 'none' ? outcome.errorCode : `${Math.floor(outcome.status / 100)}xx`;

/**
 * Crash after 1: nothing was sent; the due record parks until the lease expires. Crash after 2: the
 * same id and bytes are sent again. Only attempts in flight at a kill are sent twice.
 */
export class DeliveryAttempt {
  readonly #parts: DeliveryAttemptParts;
  readonly #recorder: OutcomeRecorder;
  readonly #opened: OpenedSubscriptions;

  constructor(parts: DeliveryAttemptParts) {
    this.#parts = parts;
    this.#recorder = new OutcomeRecorder(parts);
    this.#opened = new OpenedSubscriptions(parts.cipher);
  }

  /** Settles the due record once its outcome is durable. @throws when the process stops first */
  async make(due: DueDelivery, lane: LaneUse): Promise<void> {
    const { fence, logger } = this.#parts;
    const { deliveryId, step } = due.data;
    const answer = await retryUntil(
      'claiming a delivery',
      logger,
      () => fence.claim(deliveryId, step),
      { stopped: this.#parts.stopping },
    );
    switch (answer.kind) {
      case 'moved':
        due.settle();
        return;
      case 'leased':
        await this.#parts.parking.park(due, 0);
        return;
      case 'missing':
        await this.#recorder.deadLetter(
          due.data,
          due.record,
          'NO_SUCH_DELIVERY',
          'An order names a delivery that does not exist',
        );
        due.settle();
        return;
      case 'claimed': {
        const { subscription } = answer;
        if (answer.isRepeat)
          this.#noteRepeat(
            answer,
            'ATTEMPT_REPEATED',
            'the process that claimed the step never recorded its outcome',
          );
        if (subscription === null) await this.#end(due, answer, 'dropped', 'SUBSCRIPTION_DELETED');
        else if (!subscription.active) await this.#suppress(due, answer);
        else await this.#send(due, answer, subscription, lane);
      }
    }
  }

  /** Only these may reach a receiver twice (test/delivery-accounting.e2e-spec.ts). */
  #noteRepeat({ deliveryId, step, attemptNumber }: Claim, code: string, why: string): void {
    this.#parts.metrics.repeated();
    this.#parts.logger.warn({ code, deliveryId, step, attemptNumber }, why);
  }

  async #send(
    due: DueDelivery,
    claim: Claim,
    subscription: ClaimedSubscription,
    lane: LaneUse,
  ): Promise<void> {
    const { config, metrics } = this.#parts;
    const opened = await this.#open(due, claim, subscription);
    if (opened === null) return;
    const answer = await lane.slots.acquire(claim.accountId, subscription.maxPerSecond);
    if (answer === 'later') {
      lane.free('unsent');
      await this.#recorder.release(claim, false, this.#parts.aborting);
      this.#parts.queueAgain(due);
      return;
    }
    // Monotonic check: a process frozen past its lease sends nothing new. If it freezes after this
    // check, it may send one POST per attempt in flight.
    if (
      answer === 'no' ||
      performance.now() + config.FLOWLEDGER_DELIVERY_TIMEOUT_MS > claim.leaseEndsAt
    ) {
      lane.free('unsent');
      await this.#recorder.release(claim, false, this.#parts.aborting);
      if (!this.#parts.stopping.aborted) await this.#parts.parking.park(due, 0);
      return;
    }
    const result = await post(claim, subscription.url, opened, this.#parts, this.#parts.aborting);
    const { outcome } = result;
    lane.free(
      outcome.kind === 'none' && silentCodes.has(outcome.errorCode) ? 'silent' : 'answered',
    );
    if (outcome.kind === 'none' && outcome.errorCode === 'ABORTED') {
      this.#noteRepeat(claim, 'ATTEMPT_CUT_OFF', 'the process ends before the receiver answered');
      await this.#recorder.release(claim, true, new AbortController().signal);
      return;
    }
    // Crash after 3: a retry's record has step + 1 and takes the fence at once; an ended delivery
    // is sent once more. Crash after 4: the fence has moved on, so the due record settles.
    const decision = await this.#recorder.record(
      due.data,
      claim,
      subscription,
      result,
      this.#parts.aborting,
    );
    metrics.attempted(decision.kind, classOf(result), result.endedAt - result.startedAt);
    if (claim.attemptNumber === 1 && due.data.trigger === 'automatic') {
      // A parked delivery has a later due time by now, but it was stored soon after its completion.
      const since = Math.min(due.data.dueAt, claim.createdAt);
      metrics.firstAttempted(Math.max(0, result.startedAt - since));
    }
    due.settle();
  }

  /** Null when the delivery can't be signed. Sending it unsigned would be worse than failing it. */
  async #open(
    due: DueDelivery,
    claim: Claim,
    subscription: ClaimedSubscription,
  ): Promise<Opened | null> {
    const { logger } = this.#parts;
    const opened = await retryUntil(
      'opening secrets',
      logger,
      () =>
        this.#opened.open(claim.workspaceId, subscription).catch((error: unknown) => {
          if (error instanceof SealError || error instanceof WorkspaceKeyError) return null;
          throw error;
        }),
      { stopped: this.#parts.stopping },
    );
    if (opened !== null) return opened;
    await this.#recorder.deadLetter(
      due.data,
      due.record,
      'SECRET_UNREADABLE',
      'The signing secret can not be opened',
    );
    await this.#end(due, claim, 'failed', 'SECRET_UNREADABLE');
    return null;
  }

  /** If the subscription is on again, the delivery is parked and attempted soon. */
  async #suppress(due: DueDelivery, claim: Claim): Promise<void> {
    if (await this.#recorder.suppress(due.data, claim, this.#parts.aborting)) due.settle();
    else await this.#parts.parking.park(due, 0);
  }

  async #end(
    due: DueDelivery,
    claim: Claim,
    state: 'dropped' | 'failed',
    reason: string,
  ): Promise<void> {
    await this.#recorder.end(due.data, claim, state, reason, this.#parts.aborting);
    due.settle();
  }
}
