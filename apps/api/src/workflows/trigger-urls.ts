/** Builds the trigger URLs that the API shows. */
import type { Config } from '@libs/config';
import type { Database } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { notFound } from '../errors/api-error.js';
import { triggerBaseUrlOf, triggerPath } from '../http/trigger-origin.js';
import { currentTokenSql } from './workflow.sql.js';

type Caller = Pick<FastifyRequest, 'protocol' | 'host'>;

@Injectable()
export class TriggerUrls {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
  ) {}

  /**
   * The workspace's trigger URLs up to the path, with a trailing slash.
   * @throws ApiError 404 when the workspace was deleted
   */
  async baseOf(workspaceId: string, caller: Caller): Promise<string> {
    const { rows } = await this.database.pool.query<{ token: string }>(currentTokenSql, [
      workspaceId,
    ]);
    const [current] = rows;
    if (current === undefined) throw notFound('workspace');
    return `${this.oldBaseOf(caller)}${current.token}/`;
  }

  /** The same for URLs without a token. */
  oldBaseOf(caller: Caller): string {
    return triggerBaseUrlOf(this.config, caller) + triggerPath;
  }
}
