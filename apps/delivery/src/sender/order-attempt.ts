/**
 * Order -> attempt -> outcome. Owns the order of writes; guarantees that no delivery is lost and that a step is
 * attempted by one process at a time.
 *
 *   1. claim    fence: attempts + 1, lease until after the attempt's deadline   (compare-and-set on the step)
 *   2. POST     only while the lease outlives the attempt's deadline
 *   3. events   DeliveryAttempted, and on a retry DeliveryDue(step + 1) into a tier; acknowledged
 *   4. fence    step + 1 or a terminal state, lease given up                     (only with the token of 1)
 *   5. commit   the low watermark
 *
 * Where a process may die, and what happens then. The order is read again, because 5 comes last.
 *   after 1     nothing was sent. The lease runs out, the order parks meanwhile, and the step is attempted.
 *   after 2     sent, but nobody knows: it is sent again, same id, same bytes. These are all duplicates there are: attempts in flight
 *               at a kill.
 *   after 3     on a retry the tier's record carries step + 1, which proves that step was recorded: it takes the fence at once, lease
 *               or not, and the order that is read again finds the fence gone on. On an end the step is sent once more, as after 2.
 *   after 4     the order finds the fence gone on and is settled.
 * Events before fence: the other way round a crash between them would leave a delivery `succeeded` that no event ever mentioned, or a
 * next step without a record in any tier. The sweeper would find the latter only, and late.
 *
 * A crash of Postgres takes back claims of the last moment (they do not wait for the disk): 4 finds fewer attempts than its token and goes on.
 *
 * A zombie (frozen past its lease): in 2 it sends nothing new, the lease is checked against a monotonic clock; frozen between that
 * check and the send it may send one POST per attempt in flight. In 3 its facts are true and carry the lower attempt number, so the
 * projection keeps the newer state; its tier record is a step that the fence has left. In 4 its token is stale: nothing changes.
 * The attempt number is counted up by the claim itself, so two POSTs never share one; a crash after 1 leaves a gap.
 */
import type { Config } from '@libs/config';
import { type WorkspaceCipher, WorkspaceKeyError } from '@libs/persistence';
import { SealError } from '@libs/security';
import { untilItWorks } from '@libs/platform';
import type { HeldRecord } from '../consuming/tracked-consumer.js';
import type { Claim, ClaimedSubscription } from '../fence/claim.js';
import { type AttemptParts, type AttemptResult, post } from './attempt.js';
import type { Ending } from './lane.js';
import type { LaneTurn } from './lanes.js';
import { type Opened, OpenedSubscriptions } from './opened-subscriptions.js';
import { OutcomeRecorder, type RecorderParts } from './outcome-recorder.js';
import type { Parking } from './parking.js';

export type HeldOrder = HeldRecord<'DeliveryDue'>;

/** A place in a receiver's lane. */
interface LaneSlot {
  readonly turn: LaneTurn;
  readonly free: (ending: Ending) => void;
}

export interface OrderAttemptParts extends AttemptParts, RecorderParts {
  readonly cipher: WorkspaceCipher;
  readonly config: Config;
  readonly parking: Parking;
  /** Into its lane, as if it had just come. */
  queueAgain(order: HeldOrder): void;
  /** No new work. */
  readonly stopping: AbortSignal;
  /** No waiting for answers either. */
  readonly aborting: AbortSignal;
}

const silentCodes: ReadonlySet<string> = new Set(['TIMEOUT', 'CONNECT_TIMEOUT', 'IDLE_TIMEOUT']);

/** For metrics: few values, whatever receivers answer. */
const classOf = ({ outcome }: AttemptResult): string =>
  outcome.kind === 'none' ? outcome.errorCode : `${Math.floor(outcome.status / 100)}xx`;

export class OrderAttempt {
  readonly #parts: OrderAttemptParts;
  readonly #recorder: OutcomeRecorder;
  readonly #opened: OpenedSubscriptions;

  constructor(parts: OrderAttemptParts) {
    this.#parts = parts;
    this.#recorder = new OutcomeRecorder(parts);
    this.#opened = new OpenedSubscriptions(parts.cipher);
  }

  /** Settles the order when its outcome can't be lost. @throws when the process stops before that */
  async make(order: HeldOrder, slot: LaneSlot): Promise<void> {
    const { fence, logger } = this.#parts;
    const { deliveryId, step } = order.data;
    const answer = await untilItWorks(
      'claiming a delivery',
      logger,
      () => fence.claim(deliveryId, step),
      { stopped: this.#parts.stopping },
    );
    switch (answer.kind) {
      case 'moved':
        order.settle();
        return;
      case 'held':
        await this.#parts.parking.park(order, 0);
        return;
      case 'missing':
        await this.#recorder.deadLetter(
          order.data,
          order.record,
          'NO_SUCH_DELIVERY',
          'An order names a delivery that does not exist',
        );
        order.settle();
        return;
      case 'claimed': {
        const { subscription } = answer;
        if (answer.isRepeat)
          this.#noteRepeat(answer, 'ATTEMPT_REPEATED', 'who held the step never said how it ended');
        if (subscription === null)
          await this.#end(order, answer, 'dropped', 'SUBSCRIPTION_DELETED');
        else if (!subscription.active) await this.#suppress(order, answer);
        else await this.#send(order, answer, subscription, slot);
      }
    }
  }

  /** Receivers may get twice what is logged here, and nothing else (test/delivery-accounting.e2e-spec.ts). */
  #noteRepeat({ deliveryId, step, attemptNumber }: Claim, code: string, why: string): void {
    this.#parts.metrics.repeated();
    this.#parts.logger.warn({ code, deliveryId, step, attemptNumber }, why);
  }

  async #send(
    order: HeldOrder,
    claim: Claim,
    subscription: ClaimedSubscription,
    slot: LaneSlot,
  ): Promise<void> {
    const { config, metrics } = this.#parts;
    const opened = await this.#open(order, claim, subscription);
    if (opened === null) return;
    const answer = await slot.turn.take(claim.accountId, subscription.maxPerSecond);
    if (answer === 'later') {
      slot.free('unsent');
      await this.#recorder.release(claim, false, this.#parts.aborting);
      this.#parts.queueAgain(order);
      return;
    }
    if (
      answer === 'no' ||
      performance.now() + config.FLOWLEDGER_DELIVERY_TIMEOUT_MS > claim.leaseEndsAt
    ) {
      slot.free('unsent');
      await this.#recorder.release(claim, false, this.#parts.aborting);
      if (!this.#parts.stopping.aborted) await this.#parts.parking.park(order, 0);
      return;
    }
    const result = await post(claim, subscription.url, opened, this.#parts, this.#parts.aborting);
    const { outcome } = result;
    slot.free(
      outcome.kind === 'none' && silentCodes.has(outcome.errorCode) ? 'silent' : 'answered',
    );
    if (outcome.kind === 'none' && outcome.errorCode === 'ABORTED') {
      this.#noteRepeat(claim, 'ATTEMPT_CUT_OFF', 'the process ends before the receiver answered');
      await this.#recorder.release(claim, true, new AbortController().signal);
      return;
    }
    const decision = await this.#recorder.record(
      order.data,
      claim,
      subscription,
      result,
      this.#parts.aborting,
    );
    metrics.attempted(decision.kind, classOf(result), result.endedAt - result.startedAt);
    if (claim.attemptNumber === 1 && order.data.trigger === 'automatic') {
      // One that was parked has another due time by now, but it was stored soon after its completion.
      const since = Math.min(order.data.dueAt, claim.createdAt);
      metrics.firstAttempted(Math.max(0, result.startedAt - since));
    }
    order.settle();
  }

  /** Null when the delivery can't be signed: a fault of ours, and sending it unsigned would be worse. */
  async #open(
    order: HeldOrder,
    claim: Claim,
    subscription: ClaimedSubscription,
  ): Promise<Opened | null> {
    const { logger } = this.#parts;
    const opened = await untilItWorks(
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
      order.data,
      order.record,
      'SECRET_UNREADABLE',
      'The signing secret can not be opened',
    );
    await this.#end(order, claim, 'failed', 'SECRET_UNREADABLE');
    return null;
  }

  /** What is not suppressed after all, because the subscription is on again, is attempted soon. */
  async #suppress(order: HeldOrder, claim: Claim): Promise<void> {
    if (await this.#recorder.suppress(order.data, claim, this.#parts.aborting)) order.settle();
    else await this.#parts.parking.park(order, 0);
  }

  async #end(
    order: HeldOrder,
    claim: Claim,
    state: 'dropped' | 'failed',
    reason: string,
  ): Promise<void> {
    await this.#recorder.end(order.data, claim, state, reason, this.#parts.aborting);
    order.settle();
  }
}
