/**
 * Talks to the group's coordinator for exactly one member and generation. After a rebalance refuses
 * a commit, kafkajs repeats it under the new generation. That would set back a partition that
 * another member owns by then.
 */
import type { Broker, Cluster } from 'kafkajs';
import type { EventLogLogger } from '../../options.js';
import type { OffsetCommit } from '../../ports.js';
import { Backoff } from '../client/backoff.js';
import type { GroupMembership } from './group-membership.js';
import { groupBroker } from '../kafkajs/group-probe.js';
import { isCoordinatorBusy } from '../client/kafka-errors.js';
import { offsetsByTopic } from '../admin/topic-offsets.js';

const commitAttempts = 5;
/** Half a minute: a broker that has just started loads its groups first. */
const leaveAttempts = 150;
const busyWait = { firstMs: 20, maxMs: 200 };

export class GroupCoordinator {
  #known: Broker | undefined;

  constructor(
    private readonly groupId: string,
    private readonly cluster: Cluster,
    private readonly membership: GroupMembership,
    private readonly log: EventLogLogger,
  ) {}

  async commit(commits: readonly OffsetCommit[], closed: AbortSignal): Promise<void> {
    const { groupId, membership } = this;
    const { memberId, generation } = membership;
    const request = {
      groupId,
      memberId,
      groupGenerationId: generation,
      topics: offsetsByTopic(commits),
    };
    const movedOn = (): boolean =>
      membership.memberId !== memberId || membership.generation !== generation;
    const commit = (broker: Broker) => broker.offsetCommit(request);
    await this.#ask(commit, commitAttempts, movedOn, closed);
  }

  /** Commits without a member id, so it is refused once the group has a member. */
  async commitForEmptyGroup(commits: readonly OffsetCommit[], closed: AbortSignal): Promise<void> {
    const { groupId } = this;
    const request = {
      groupId,
      memberId: '',
      groupGenerationId: -1,
      topics: offsetsByTopic(commits),
    };
    const commit = (broker: Broker) => broker.offsetCommit(request);
    await this.#ask(commit, commitAttempts, () => closed.aborted, closed);
  }

  /**
   * Leaves for former members, as the group would wait for their session timeouts. Retries while
   * the coordinator loads: it still knows them, and a join waits for them.
   */
  async leaveAs(formerMembers: readonly string[], closed: AbortSignal): Promise<void> {
    const { groupId } = this;
    const gone = [this.membership.memberId, ...formerMembers].filter((id) => id !== '');
    this.membership.lost();
    for (const memberId of gone) {
      const leave = (broker: Broker) => groupBroker(broker).leaveGroup({ groupId, memberId });
      await this.#ask(leave, leaveAttempts, () => closed.aborted, closed).catch((error: unknown) =>
        this.log.debug({ err: error, groupId }, 'the former member has already left'),
      );
    }
  }

  /** Repeats the request while the coordinator is busy. */
  async #ask(
    what: (coordinator: Broker) => Promise<unknown>,
    attempts: number,
    isVain: () => boolean,
    closed: AbortSignal,
  ): Promise<void> {
    const backoff = new Backoff(busyWait);
    for (let attempt = 1; ; attempt++) {
      try {
        await what(await this.#find());
        return;
      } catch (error) {
        this.#known = undefined;
        if (isVain() || attempt === attempts || !isCoordinatorBusy(error)) throw error;
        await backoff.wait(closed);
      }
    }
  }

  async #find(): Promise<Broker> {
    if (this.#known?.isConnected()) return this.#known;
    return (this.#known = await this.cluster.findGroupCoordinator({ groupId: this.groupId }));
  }
}
