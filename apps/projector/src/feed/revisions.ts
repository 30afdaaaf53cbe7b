/**
 * Adds the revision to changes of workflows, so that a page knows whether it has that draft. The
 * actions do not say it. It is read after the change, so it may be of a later save, never of an
 * earlier one.
 */
import type { Database } from '@libs/persistence';
import type { NotedChange } from '../engine/noted-change.js';
import { revisionsOfFeedSql } from './feed.sql.js';

interface RevisionRow {
  readonly id: string;
  readonly revision: number;
}

export async function withRevisions(
  pool: Pick<Database['pool'], 'query'>,
  changes: readonly NotedChange[],
): Promise<readonly NotedChange[]> {
  const ids = changes.flatMap(({ topic, id }) => (topic === 'workflows' ? [id] : []));
  if (ids.length === 0) return changes;
  const { rows } = await pool.query<RevisionRow>({
    name: 'feed-revisions',
    text: revisionsOfFeedSql,
    values: [ids],
  });
  const revisionOf = new Map(rows.map(({ id, revision }) => [id, revision]));
  return changes.map((change) => {
    const revision = change.topic === 'workflows' ? (revisionOf.get(change.id) ?? null) : null;
    return revision === null ? change : { ...change, revision };
  });
}
