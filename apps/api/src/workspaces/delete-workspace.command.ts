import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Database, eraseWorkspace } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { defaultWorkspaceId } from '../bootstrap/default-workspace.js';
import { ApiError, notFound } from '../errors/index.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { WorkspaceEraser } from './workspace-eraser.js';

/**
 * On return, its data key is destroyed and all its API keys are revoked, the caller's included. Log
 * rows are deleted later.
 */
export class DeleteWorkspace extends Command<undefined> {
  constructor(readonly workspaceId: string) {
    super();
  }
}

@CommandHandler(DeleteWorkspace)
export class DeleteWorkspaceHandler implements ICommandHandler<DeleteWorkspace> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(WorkspaceEraser) private readonly eraser: WorkspaceEraser,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
  ) {}

  async execute({ workspaceId }: DeleteWorkspace): Promise<undefined> {
    if (workspaceId === defaultWorkspaceId)
      throw new ApiError(409, 'CONFLICT', 'The default workspace stays: every start needs it');
    if (!(await eraseWorkspace(this.database.pool, workspaceId))) throw notFound('workspace');
    this.targets.forgetWorkspace(workspaceId);
    this.eraser.begin();
  }
}
