import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { notFound } from '../errors/api-error.js';
import { ExecutionTargets } from '../executions/execution-target.js';
import { retireOldUrlSql } from './old-trigger-urls.sql.js';

/** For ever: its path opens nothing in any workspace again. */
export class RetireOldTriggerUrl extends Command<undefined> {
  constructor(
    readonly workspaceId: string,
    readonly path: string,
  ) {
    super();
  }
}

@CommandHandler(RetireOldTriggerUrl)
export class RetireOldTriggerUrlHandler implements ICommandHandler<RetireOldTriggerUrl> {
  constructor(
    @Inject(DATABASE) private readonly database: Database,
    @Inject(ExecutionTargets) private readonly targets: ExecutionTargets,
  ) {}

  async execute({ workspaceId, path }: RetireOldTriggerUrl): Promise<undefined> {
    const { rowCount } = await this.database.pool.query(retireOldUrlSql, [workspaceId, path]);
    if (rowCount === 0) throw notFound('old trigger URL');
    this.targets.forgetWorkspace(workspaceId);
  }
}
