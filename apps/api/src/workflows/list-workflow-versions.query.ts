import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { decodeNumber, encodeNumber, type Page, type PageRequest } from '../http/page.js';
import { requireWorkflow } from './stored-workflow.js';
import { type ListedVersion, listedVersionOf, type VersionRow } from './version.schemas.js';
import { versionPageSql } from './workflow.sql.js';

/** Deployed versions, newest first; snapshots of drafts are excluded. */
export class ListWorkflowVersions extends Query<Page<ListedVersion>> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly parameters: PageRequest,
  ) {
    super();
  }
}

const largestVersion = 2 ** 31 - 1;

@QueryHandler(ListWorkflowVersions)
export class ListWorkflowVersionsHandler implements IQueryHandler<ListWorkflowVersions> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    principal,
    workflowId,
    parameters: { limit, cursor },
  }: ListWorkflowVersions): Promise<Page<ListedVersion>> {
    const list = `versions:${workflowId}`;
    const below = cursor === undefined ? largestVersion : decodeNumber(list, cursor);
    await requireWorkflow(this.database.pool, workflowId, principal);
    const values = [workflowId, principal.workspaceId, below, limit];
    const { rows } = await this.database.pool.query<VersionRow>(versionPageSql, values);
    const last = rows.length < limit ? 1 : (rows.at(-1)?.version ?? 1);
    return {
      data: rows.map(listedVersionOf),
      ...(last > 1 && { nextCursor: encodeNumber(list, last) }),
    };
  }
}
