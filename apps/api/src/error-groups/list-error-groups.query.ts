import { Inject } from '@nestjs/common';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Database, keptErrorDays } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { z } from 'zod';
import { invalidField } from '../errors/api-error.js';
import { decodeKey, encodeKey, epochMs, type Page } from '../http/page.js';
import type { ErrorGroupsParameters, ErrorGroupView } from './error-group.schemas.js';
import { errorGroupsSql } from './error-groups.sql.js';

/** Groups of failed executions of deployed versions, the last seen first. */
export class ListErrorGroups extends Query<Page<ErrorGroupView>> {
  constructor(
    readonly workspaceId: string,
    readonly parameters: ErrorGroupsParameters,
  ) {
    super();
  }
}

interface Row {
  readonly fingerprint: string;
  readonly workflow_id: string | null;
  readonly block_type: string | null;
  readonly code: string;
  readonly message: string;
  readonly first_seen: Date;
  readonly last_seen: Date;
  readonly count: number;
  /** Comma-separated, with repetitions. */
  readonly versions: string;
  readonly execution_id: string;
  readonly read_rows: number;
}

const msPerDay = 86_400_000;
const defaultDays = 7;
/** About 100 ms. */
const maxReadRows = 100_000;
const maxVersions = 10;

const keyShape = z.tuple([epochMs, z.guid()]);

/** Dates of the first and the last day. */
function daysOf({ from, to }: ErrorGroupsParameters, now: number): readonly [string, string] {
  const end = to?.getTime() ?? now;
  const start = from?.getTime() ?? end - defaultDays * msPerDay;
  if (start >= end) throw invalidField('from', 'must be before "to"');
  if (end - start > keptErrorDays * msPerDay)
    throw invalidField('from', `the range may have ${keptErrorDays} days, and has more`);
  const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
  return [dayOf(start), dayOf(end)];
}

@QueryHandler(ListErrorGroups)
export class ListErrorGroupsHandler implements IQueryHandler<ListErrorGroups> {
  constructor(@Inject(DATABASE) private readonly database: Pick<Database, 'pool'>) {}

  async execute({ workspaceId, parameters }: ListErrorGroups): Promise<Page<ErrorGroupView>> {
    const { limit, cursor } = parameters;
    const days = daysOf(parameters, Date.now());
    const list = `errors:${workspaceId}`;
    const [seenAt = null, fingerprint = null] =
      cursor === undefined ? [] : decodeKey(list, cursor, keyShape);
    const { rows } = await this.database.pool.query<Row>(errorGroupsSql, [
      ...[workspaceId, ...days, seenAt === null ? null : new Date(seenAt), fingerprint],
      ...[limit + 1, maxReadRows],
    ]);
    if ((rows[0]?.read_rows ?? 0) >= maxReadRows)
      throw invalidField('from', 'the range has too many different errors; ask for fewer days');
    const last = rows.length > limit ? rows[limit - 1] : undefined;
    return {
      data: rows.slice(0, limit).map(viewOf),
      ...(last !== undefined && {
        nextCursor: encodeKey(list, [last.last_seen.getTime(), last.fingerprint]),
      }),
    };
  }
}

const versionsOf = (text: string): number[] =>
  [...new Set(text.split(',').filter((part) => part !== ''))]
    .map(Number)
    .sort((a, b) => b - a)
    .slice(0, maxVersions);

const viewOf = (row: Row): ErrorGroupView => ({
  fingerprint: row.fingerprint,
  workflowId: row.workflow_id,
  blockType: row.block_type,
  code: row.code,
  message: row.message,
  firstSeen: row.first_seen.toISOString(),
  lastSeen: row.last_seen.toISOString(),
  count: row.count,
  versions: versionsOf(row.versions),
  executionId: row.execution_id,
});
