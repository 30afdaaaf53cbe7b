import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import { notFound } from '../errors/api-error.js';
import { JsonText, jsonText } from '../http/json-text.js';
import { listedVersionOf, type StoredVersionView, type VersionRow } from './version.schemas.js';
import { getVersionSql } from './workflow.sql.js';

/** One deployed version with its definition and layout. */
export class GetWorkflowVersion extends Query<StoredVersionView> {
  constructor(
    readonly principal: Principal,
    readonly workflowId: string,
    readonly version: number,
  ) {
    super();
  }
}

interface Row extends VersionRow {
  /** JSON text. */
  readonly definition: string;
  /** JSON text. */
  readonly layout: string | null;
}

@QueryHandler(GetWorkflowVersion)
export class GetWorkflowVersionHandler implements IQueryHandler<GetWorkflowVersion> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({
    principal,
    workflowId,
    version,
  }: GetWorkflowVersion): Promise<StoredVersionView> {
    const values = [workflowId, principal.workspaceId, version];
    const { rows } = await this.database.pool.query<Row>(getVersionSql, values);
    const [row] = rows;
    if (row === undefined) throw notFound('version');
    const { definition, layout } = row;
    return {
      ...listedVersionOf(row),
      definition: new JsonText(definition),
      layout: jsonText(layout),
    };
  }
}
