/**
 * Deletes the rows of deleted workspaces from the read models, in batches in the background. It
 * runs in every api process; a lease gives each workspace to one process at a time. The erasure
 * repeats hourly for a while: executions still running at the deletion leave rows later.
 */
import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnModuleDestroy,
} from '@nestjs/common';
import { type Database, eraseWorkspaceRows } from '@libs/persistence';
import { BackgroundWork, DATABASE, LOGGER } from '@libs/platform';
import type { Logger } from 'pino';
import { claimErasureSql, enoughErasedSql } from './workspace.sql.js';

const tickMs = 60_000;

@Injectable()
export class WorkspaceEraser implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #work: BackgroundWork;

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool' | 'patiently'>,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#work = new BackgroundWork({
      everyMs: tickMs,
      logger,
      failed: 'rows of deleted workspaces wait',
      round: () => this.#eraseDue(),
    });
  }

  onApplicationBootstrap(): void {
    this.#work.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#work.stop();
  }

  /** Does not wait. */
  begin(): void {
    this.#work.begin();
  }

  async #eraseDue(): Promise<void> {
    const { rows } = await this.database.pool.query<{ id: string }>(claimErasureSql);
    for (const { id } of rows) {
      // Needs a long timeout: each batch of deliveries scans all of them.
      await this.database.patiently((client) => eraseWorkspaceRows(client, id));
      await this.database.pool.query(enoughErasedSql, [id]);
    }
    // More workspaces may be due: a claim takes only one.
    if (rows.length > 0) this.#work.begin();
  }
}
