import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { JsonText } from '../http/json-text.js';
import { decodeNumber, encodeNumber, type Page, type PageRequest } from '../http/page.js';
import { findWorkflow } from './stored-workflow.js';
import { versionPageSql } from './workflow.sql.js';
import type { WorkflowVersionView } from './workflow.schemas.js';

export interface ListedVersion extends Omit<WorkflowVersionView, 'definition'> {
  readonly definition: JsonText;
}

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

interface VersionRow {
  readonly version: number;
  readonly content_hash: string;
  readonly created_at: Date;
  readonly definition: string;
}

/** A page ends early once its definitions have this size. */
const pageBytes = 4 * 1024 * 1024;
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
    await findWorkflow(this.database.dataSource.manager, workflowId, principal);
    const { rows } = await this.database.pool.query<VersionRow>({
      name: 'version-page',
      text: versionPageSql,
      values: [workflowId, below, pageBytes, limit],
    });
    // Versions are numbered from 1.
    const { version: last = 1 } = rows.at(-1) ?? {};
    return {
      ...(last > 1 && { nextCursor: encodeNumber(list, last) }),
      data: rows.map((row) => ({
        workflowId,
        version: row.version,
        contentHash: row.content_hash,
        createdAt: row.created_at.toISOString(),
        definition: new JsonText(row.definition),
      })),
    };
  }
}
