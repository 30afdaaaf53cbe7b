/**
 * To which workspace and workflow an execution or a delivery belongs, and what else never changes.
 * Most records name only the thing itself. Learned from the records that do, and else looked up.
 */
import type { Database } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import type { NotedChange } from '../engine/noted-change.js';
import { deliveriesOfFeedSql, executionsOfFeedSql } from './feed.sql.js';

interface Identity extends Pick<
  NotedChange,
  'workflowId' | 'executionId' | 'trigger' | 'draft' | 'startedAt'
> {
  readonly workspaceId: string;
}

export type IdentifiedChange = NotedChange & Pick<Identity, 'workspaceId'>;

interface IdentityRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly workflow_id: string | null;
  readonly execution_id: string | null;
  readonly trigger: string | null;
  readonly draft: boolean | null;
  readonly started_at: Date | null;
}

/** About 300 bytes each. */
const mostKept = 20_000;

const kindOf = ({ topic }: NotedChange): 'execution' | 'delivery' =>
  topic === 'deliveries' ? 'delivery' : 'execution';
const keyOf = (change: NotedChange): string => `${kindOf(change)}:${change.id}`;

function isWhole({ topic, workspaceId, workflowId, trigger }: NotedChange): boolean {
  if (workspaceId === null) return false;
  if (topic === 'deliveries' || topic === 'subscriptions') return true;
  return workflowId !== null && (topic !== 'executions' || trigger !== null);
}

function identified(change: NotedChange, identity: Identity): IdentifiedChange {
  const { workspaceId, workflowId, executionId, trigger, draft, startedAt } = identity;
  const owned = { ...change, workspaceId, workflowId, executionId };
  return change.topic === 'executions' ? { ...owned, trigger, draft, startedAt } : owned;
}

export class Identities {
  readonly #known = new LRUCache<string, Identity>({ max: mostKept });

  constructor(private readonly pool: Pick<Database['pool'], 'query'>) {}

  /** Things without a row, such as those of an erased workspace, are left out. */
  async identified(changes: readonly NotedChange[]): Promise<readonly IdentifiedChange[]> {
    const unknown: NotedChange[] = [];
    for (const change of changes) {
      if (isWhole(change)) this.#learn(change);
      else if (!this.#known.has(keyOf(change))) unknown.push(change);
    }
    await Promise.all([
      this.#lookUp('execution', executionsOfFeedSql, unknown),
      this.#lookUp('delivery', deliveriesOfFeedSql, unknown),
    ]);
    return changes.flatMap((change): IdentifiedChange[] => {
      const { workspaceId } = change;
      if (workspaceId !== null && isWhole(change)) return [{ ...change, workspaceId }];
      const identity = this.#known.get(keyOf(change));
      return identity === undefined ? [] : [identified(change, identity)];
    });
  }

  /** The end of an execution is its last change that needs it. */
  #learn(change: NotedChange): void {
    const { topic, workspaceId, workflowId, executionId, trigger, draft, startedAt } = change;
    if (workspaceId === null || (topic !== 'executions' && topic !== 'deliveries')) return;
    const identity = { workspaceId, workflowId, executionId, trigger, draft, startedAt };
    if (change.endedAt === null) this.#known.set(keyOf(change), identity);
    else this.#known.delete(keyOf(change));
  }

  async #lookUp(
    kind: ReturnType<typeof kindOf>,
    text: string,
    unknown: readonly NotedChange[],
  ): Promise<void> {
    const ids = [...new Set(unknown.filter((one) => kindOf(one) === kind).map(({ id }) => id))];
    if (ids.length === 0) return;
    const { rows } = await this.pool.query<IdentityRow>({
      name: `feed-${kind}`,
      text,
      values: [ids],
    });
    for (const row of rows)
      this.#known.set(`${kind}:${row.id}`, {
        workspaceId: row.workspace_id,
        workflowId: row.workflow_id,
        executionId: row.execution_id,
        trigger: row.trigger,
        draft: row.draft,
        startedAt: row.started_at?.getTime() ?? null,
      });
  }
}
