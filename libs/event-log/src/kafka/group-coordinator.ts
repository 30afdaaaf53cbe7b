/**
 * Talks to the group's coordinator for exactly one member and generation. kafkajs' own commit repeats what a rebalance refused under
 * the new generation, and so sets back a partition that another member has by then.
 */
import type { Broker, Cluster } from 'kafkajs';
import type { EventLogLogger } from '../options.js';
import type { OffsetCommit } from '../ports.js';
import { Backoff } from './backoff.js';
import type { GroupMembership } from './group-membership.js';
import { groupBroker } from './group-probe.js';
import { isCoordinatorBusy } from './kafka-errors.js';
import { offsetsByTopic } from './topic-offsets.js';

const COMMIT_ATTEMPTS = 5;

export class GroupCoordinator {
  private known: Broker | undefined;

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
    const backoff = new Backoff({ firstMs: 20, maxMs: 200 });
    for (let attempt = 1; ; attempt++) {
      try {
        await (await this.find()).offsetCommit(request);
        return;
      } catch (error) {
        this.known = undefined;
        const movedOn = membership.memberId !== memberId || membership.generation !== generation;
        if (movedOn || attempt === COMMIT_ATTEMPTS || !isCoordinatorBusy(error)) throw error;
        await backoff.wait(closed);
      }
    }
  }

  /**
   * The broker keeps a group waiting for a crashed member until its session times out: say goodbye in its name, and in the names of
   * other members that are known to be gone.
   */
  async leaveAs(formerMembers: readonly string[]): Promise<void> {
    const { groupId } = this;
    const gone = [this.membership.memberId, ...formerMembers].filter((id) => id !== '');
    this.membership.lost();
    for (const memberId of gone) {
      try {
        await groupBroker(await this.find()).leaveGroup({ groupId, memberId });
      } catch (error) {
        this.log.debug({ err: error, groupId }, 'the former member is gone already');
      }
    }
  }

  private async find(): Promise<Broker> {
    if (this.known?.isConnected()) return this.known;
    return (this.known = await this.cluster.findGroupCoordinator({ groupId: this.groupId }));
  }
}
