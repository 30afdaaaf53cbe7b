/**
 * Tells open pages what changed at subscriptions, once the rows say so. A hint to read again, so
 * it never rejects. After a failure, one record tells all pages to read their lists again.
 */
import { recordOf, type RecordTypes, workspaceChange } from '@libs/contracts';
import type { RecordAppender } from '@libs/event-log';
import type { Logger } from 'pino';

const appendTimeoutMs = 5_000;
/** More than a page shows. */
const mostPerWorkspace = 500;

export interface ChangedSubscription {
  readonly subscriptionId: string;
  readonly workspaceId: string;
  readonly workflowId: string | null;
  /** Null: something else changed. Times are epoch ms. */
  readonly breaker: {
    readonly state: string;
    readonly since: number | null;
    readonly nextProbeAt: number | null;
  } | null;
}

export class PageNews {
  #hasGap = false;

  constructor(
    private readonly appender: Pick<RecordAppender, 'append'>,
    private readonly logger: Logger,
  ) {}

  async tell(changed: readonly ChangedSubscription[]): Promise<void> {
    if (changed.length === 0) return;
    const occurredAt = Date.now();
    const byWorkspace = Map.groupBy(changed, ({ workspaceId }) => workspaceId);
    const records = [...byWorkspace].map(([workspaceId, all]) => ({
      workspaceId,
      changes: all.length > mostPerWorkspace ? [] : all.map(changeOf),
      occurredAt,
    }));
    const gap = this.#hasGap ? [{ workspaceId: null, changes: [], occurredAt }] : [];
    try {
      await Promise.all([...gap, ...records].map((record) => this.#append(record)));
      this.#hasGap = false;
    } catch (error) {
      this.#hasGap = true;
      this.logger.warn({ err: error }, 'open pages were not told what changed');
    }
  }

  #append(record: RecordTypes['WorkspaceChanged']): Promise<unknown> {
    return this.appender.append(recordOf('WorkspaceChanged', record), {
      timeoutMs: appendTimeoutMs,
    });
  }
}

const changeOf = ({ subscriptionId: id, workflowId, breaker }: ChangedSubscription) =>
  workspaceChange({
    ...{ topic: 'subscriptions', id, workflowId },
    status: breaker?.state ?? null,
    startedAt: breaker?.since ?? null,
    nextDueAt: breaker?.nextProbeAt ?? null,
  });
