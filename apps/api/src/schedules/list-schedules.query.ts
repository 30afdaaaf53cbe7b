import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { z } from 'zod';
import { keyOfRow, type Page, pageOfSql } from '../http/page.js';
import type { SchedulesParameters, ScheduleView } from './schedule.schemas.js';
import { schedulesPageSql } from './schedule.sql.js';

/** The deployed workflows that start by themselves. */
export class ListSchedules extends Query<Page<ScheduleView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: SchedulesParameters,
  ) {
    super();
  }
}

interface Row {
  readonly id: string;
  readonly name: string;
  readonly created_at: Date;
  readonly paused: boolean;
  readonly next_fire_at: Date;
  readonly last_at: Date | null;
  readonly last_status: string | null;
  readonly config: unknown;
}

@QueryHandler(ListSchedules)
export class ListSchedulesHandler implements IQueryHandler<ListSchedules> {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  execute({ workspaceId, parameters }: ListSchedules): Promise<Page<ScheduleView>> {
    const { pool } = this.database;
    const list = { pool, sql: schedulesPageSql, values: [workspaceId], keyOf: keyOfRow };
    return pageOfSql(list, `schedules:${workspaceId}`, parameters, viewOf);
  }
}

/** As deployed. The blocks' own check would search for the next time again. */
const storedConfig = z.object({
  cron: z.string().optional(),
  everySeconds: z.number().optional(),
  timezone: z.string().default('UTC'),
});

function viewOf(row: Row): ScheduleView {
  const { cron, everySeconds, timezone } = storedConfig.safeParse(row.config).data ?? {};
  return {
    workflowId: row.id,
    name: row.name,
    ...(cron !== undefined && { cron, timezone }),
    ...(everySeconds !== undefined && { everySeconds }),
    nextAt: row.next_fire_at.toISOString(),
    lastAt: row.last_at?.toISOString() ?? null,
    lastStatus: row.last_status,
    paused: row.paused,
  };
}
