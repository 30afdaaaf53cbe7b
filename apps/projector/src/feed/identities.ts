/**
 * To which workspace and workflow an execution or a delivery belongs: most records name only the
 * thing itself. Learned from the records that do, and else looked up.
 */
import type { Database } from '@libs/persistence';
import { LRUCache } from 'lru-cache';
import type { NotedChange } from '../engine/noted-change.js';
import { deliveriesOfFeedSql, executionsOfFeedSql } from './feed.sql.js';

interface Identity {
  readonly workspaceId: string;
  readonly workflowId: string | null;
  readonly executionId: string | null;
}

export type IdentifiedChange = NotedChange & Pick<Identity, 'workspaceId'>;

interface IdentityRow {
  readonly id: string;
  readonly workspace_id: string;
  readonly workflow_id: string | null;
  readonly execution_id: string | null;
}

/** About 200 bytes each. */
const mostKept = 20_000;

const kindOf = ({ topic }: NotedChange): 'execution' | 'delivery' =>
  topic === 'deliveries' ? 'delivery' : 'execution';
const keyOf = (change: NotedChange): string => `${kindOf(change)}:${change.id}`;

const isWhole = ({ topic, workspaceId, workflowId }: NotedChange): boolean =>
  workspaceId !== null && (workflowId !== null || topic === 'deliveries');

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
      return identity === undefined ? [] : [{ ...change, ...identity }];
    });
  }

  /** The end of an execution is its last change that needs it. */
  #learn(change: NotedChange): void {
    const { workspaceId, workflowId, executionId, endedAt } = change;
    if (change.topic === 'workflows' || workspaceId === null) return;
    if (endedAt !== null) this.#known.delete(keyOf(change));
    else this.#known.set(keyOf(change), { workspaceId, workflowId, executionId });
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
      });
  }
}
