/**
 * The figures beside the links of a workspace, for its open pages: read once for all of them, only
 * while there are any, and at most every two seconds.
 */
import type { Database } from '@libs/persistence';
import { DATABASE, LOGGER } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { CountedWorkspace, type Counters, type TellCounters } from './counted-workspace.js';
import { countersSql } from './counters.sql.js';
import { PageFeed } from './page-feed.js';

interface Watched {
  readonly workspace: CountedWorkspace;
  readonly leave: () => void;
}

@Injectable()
export class WorkspaceCounters {
  readonly #watched = new Map<string, Watched>();

  constructor(
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
    @Inject(PageFeed) private readonly feed: Pick<PageFeed, 'watch'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** @returns a function that stops it */
  watch(workspaceId: string, tell: TellCounters): () => void {
    const watched = this.#watched.get(workspaceId) ?? this.#begin(workspaceId);
    watched.workspace.add(tell);
    return () => {
      if (!watched.workspace.remove(tell)) return;
      watched.leave();
      if (this.#watched.get(workspaceId) === watched) this.#watched.delete(workspaceId);
    };
  }

  #begin(workspaceId: string): Watched {
    const workspace = new CountedWorkspace(() => this.#read(workspaceId));
    const watched = { workspace, leave: this.feed.watch(workspaceId, workspace) };
    this.#watched.set(workspaceId, watched);
    return watched;
  }

  async #read(workspaceId: string): Promise<Counters | null> {
    try {
      const statement = { name: 'workspace-counters', text: countersSql, values: [workspaceId] };
      const { rows } = await this.database.pool.query<Counters>(statement);
      return rows[0] ?? null;
    } catch (error) {
      this.logger.warn({ err: error }, 'the figures of open pages could not be read');
      return null;
    }
  }
}
