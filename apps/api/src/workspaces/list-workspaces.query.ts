import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, WorkspaceEntity } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import type { Principal } from '../auth/principal.js';
import type { WorkspaceView } from './workspace.schemas.js';

/** The workspaces visible to the key: only its own. */
export class ListWorkspaces extends Query<WorkspaceView[]> {
  constructor(readonly principal: Principal) {
    super();
  }
}

@QueryHandler(ListWorkspaces)
export class ListWorkspacesHandler implements IQueryHandler<ListWorkspaces> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ principal }: ListWorkspaces): Promise<WorkspaceView[]> {
    const workspaces = await this.database.dataSource.manager.findBy(WorkspaceEntity, {
      id: principal.workspaceId,
    });
    return workspaces.map(({ id, name, createdAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
    }));
  }
}
