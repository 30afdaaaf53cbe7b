import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { decodeText, encodeText, type Page, type PageRequest } from '../http/page.js';
import { listOldUrlsSql } from './old-trigger-urls.sql.js';
import type { OldUrlView } from './trigger-url.schemas.js';

/** Those that still work, by path. */
export class ListOldTriggerUrls extends Query<Page<OldUrlView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: PageRequest,
    /** The prefix of old trigger URLs, with a trailing slash. */
    readonly base: string,
  ) {
    super();
  }
}

interface OldUrlRow {
  readonly path: string;
  readonly workflow_id: string | null;
  readonly calls: number;
  readonly last_used_at: Date | null;
}

@QueryHandler(ListOldTriggerUrls)
export class ListOldTriggerUrlsHandler implements IQueryHandler<ListOldTriggerUrls> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    workspaceId,
    parameters: { limit, cursor },
    base,
  }: ListOldTriggerUrls): Promise<Page<OldUrlView>> {
    const list = `old-trigger-urls:${workspaceId}`;
    const after = cursor === undefined ? null : decodeText(list, cursor);
    const { pool } = this.database;
    const { rows } = await pool.query<OldUrlRow>(listOldUrlsSql, [workspaceId, after, limit + 1]);
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      ...(last !== undefined && { nextCursor: encodeText(list, last.path) }),
      data: rows.slice(0, limit).map((row) => ({
        path: row.path,
        url: base + row.path,
        workflowId: row.workflow_id,
        calls: row.calls,
        lastUsedAt: row.last_used_at?.toISOString() ?? null,
      })),
    };
  }
}
