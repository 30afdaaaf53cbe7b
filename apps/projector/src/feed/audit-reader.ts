/**
 * Tells the feed of changed workflows: they have no projection of their own, so the actions of the
 * management API say what happened. Reads from now on; what happens while no projector runs is
 * covered by the gap that its start writes.
 */
import { readRecord } from '@libs/consuming';
import { groups, type RecordTypes, topics } from '@libs/contracts';
import type { EventLog, ReceivedBatch, SupervisedConsumer } from '@libs/event-log';
import { LRUCache } from 'lru-cache';
import type { ChangeListener } from '../engine/noted-change.js';
import { changeOfAction } from './managed-change.js';

/** Actions that are being answered. */
const mostOpen = 1_000;
const maxWaitMs = 1_000;
const types = ['ManagementActionRequested', 'ManagementActionEnded'] as const;

export class AuditReader {
  readonly consumer: SupervisedConsumer;
  readonly #requested = new LRUCache<string, RecordTypes['ManagementActionRequested']>({
    max: mostOpen,
  });

  constructor(
    eventLog: Pick<EventLog, 'consumer'>,
    private readonly feed: Pick<ChangeListener, 'note'>,
  ) {
    this.consumer = eventLog.consumer({
      groupId: groups.projectorAudit,
      topics: [topics.auditEvents],
      startFrom: 'latest',
      maxWaitMs,
      onBatch: (batch) => {
        this.#onBatch(batch);
        return Promise.resolve();
      },
    });
  }

  /** Records that it can't read are no concern of pages; auditors see them. */
  #onBatch({ records }: ReceivedBatch): void {
    for (const record of records) {
      const reading = readRecord(record, types);
      if (reading.kind !== 'ok') continue;
      const { type, data } = reading.decoded;
      if (type === 'ManagementActionRequested') this.#requested.set(data.actionId, data);
      else this.#end(data);
    }
  }

  #end(ended: RecordTypes['ManagementActionEnded']): void {
    const requested = this.#requested.get(ended.actionId);
    if (requested === undefined) return;
    this.#requested.delete(ended.actionId);
    const change = changeOfAction(requested, ended);
    if (change !== null) this.feed.note([change]);
  }
}
