/**
 * Where the demo of this installation runs: apps/standalone writes it into the data directory,
 * which both share. Most installations have no demo.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '@libs/config';
import type { Database } from '@libs/persistence';
import { CONFIG, DATABASE } from '@libs/platform';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '../errors/api-error.js';
import { demoFile, type DemoFile } from './demo.schemas.js';
import { demoWorkflowSql } from './demo.sql.js';

const none = (): ApiError =>
  new ApiError(
    404,
    'NOT_FOUND',
    'This workspace has no demo. `npm start` and docker compose make one in the default workspace',
  );

@Injectable()
export class DemoInstallation {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(DATABASE) private readonly database: Pick<Database, 'pool'>,
  ) {}

  /** @throws ApiError 404, also when its workflow was deleted */
  async of(workspaceId: string): Promise<DemoFile> {
    const demo = await this.find();
    if (demo?.workspaceId !== workspaceId) throw none();
    const { rowCount } = await this.database.pool.query(demoWorkflowSql, [
      demo.workflowId,
      workspaceId,
    ]);
    if (rowCount === 0) throw none();
    return demo;
  }

  /** Null where no demo runs. The file is small, and read each time: the demo may come later. */
  async find(): Promise<DemoFile | null> {
    if (!this.config.FLOWLEDGER_DEMO) return null;
    try {
      const text = await readFile(join(this.config.DATA_DIR, 'demo.json'), 'utf8');
      return demoFile.safeParse(JSON.parse(text)).data ?? null;
    } catch {
      return null;
    }
  }
}
