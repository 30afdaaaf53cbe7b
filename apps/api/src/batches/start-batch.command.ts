import { Inject } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { v7 as uuidv7 } from 'uuid';
import {
  type BatchBody,
  type BatchRow,
  batchViewOf,
  type StartedBatchView,
} from './batch.schemas.js';
import { countChosenQuery, insertBatchSql } from './batch.sql.js';

/** The batch is durable on return; any api process runs it. A dry run only counts. */
export class StartBatch extends Command<StartedBatchView> {
  constructor(
    readonly workspaceId: string,
    readonly body: BatchBody,
  ) {
    super();
  }
}

@CommandHandler(StartBatch)
export class StartBatchHandler implements ICommandHandler<StartBatch> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  async execute({ workspaceId, body }: StartBatch): Promise<StartedBatchView> {
    const { pool } = this.database;
    const { action, filter, perSecond, dryRun } = body;
    const until = new Date();
    const count = countChosenQuery({ workspaceId, action, filter, until });
    const counted = await pool.query<{ matching: number }>(count.text, [...count.values]);
    const matching = counted.rows[0]?.matching ?? 0;
    if (dryRun) return { matching, ordered: 0 };
    const reason = body.action === 'cancel' ? body.reason : null;
    const values = [uuidv7(), workspaceId, action, filter, reason, perSecond, matching, until];
    const { rows } = await pool.query<BatchRow>(insertBatchSql, values);
    const [row] = rows;
    if (row === undefined) throw new Error('The insert of a batch returned no row');
    return batchViewOf(row);
  }
}
