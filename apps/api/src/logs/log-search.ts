/**
 * How a search is done: over error, workflow name and output of ended executions (table execution_search, by trigrams) and over the
 * names of the blocks in the version that ran. A rare text is looked up first, and the list is made of what was found; a common one
 * is cheaper to come across while walking over the newest logs. Always within a window of time, which the answer names.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { ApiError } from '../errors/index.js';
import type { LogFilters } from './log-parameters.js';
import { executionsWithTextSql, versionsWithBlockSql } from './search.sql.js';

const msPerDay = 86_400_000;
const defaultWindowMs = 7 * msPerDay;
const maxWindowDays = 92;
/** From here on a text is common: a page of results is not far from wherever one begins to look. */
const commonFrom = 1_000;

const dayOf = (date: Date): number => Math.floor(date.getTime() / msPerDay);

export interface SearchWindow {
  readonly startDate: Date;
  readonly endDate: Date;
}

interface WorkflowVersionKey {
  readonly workflow_id: string;
  readonly version: number;
}

export interface LogSearch {
  readonly patterns: readonly string[];
  readonly versions: readonly WorkflowVersionKey[];
  /** All executions in the window whose text matches; null when they are too many to list. */
  readonly executionIds: readonly string[] | null;
}

/**
 * What a search looks into: from `startDate` to `endDate`; without them, the seven days until `endDate` or now.
 * @throws ApiError 400 when that is longer than a search may take
 */
export function searchWindowOf(
  { startDate, endDate }: Pick<LogFilters, 'startDate' | 'endDate'>,
  nowMs: number,
): SearchWindow {
  const end = endDate ?? new Date(Math.max(nowMs, startDate?.getTime() ?? nowMs));
  const start = startDate ?? new Date(end.getTime() - defaultWindowMs);
  const days = (end.getTime() - start.getTime()) / msPerDay;
  if (days > maxWindowDays) {
    const problem = `search: looks into ${maxWindowDays} days at most; say startDate and endDate`;
    throw new ApiError(400, 'INVALID_PARAMETER', problem, [{ field: 'search', message: problem }]);
  }
  return { startDate: start, endDate: end };
}

/** A text also as it stands inside JSON: outputs are searched as they were written. */
function searchPatternsOf(search: string): string[] {
  const forms = new Set([search, JSON.stringify(search).slice(1, -1)]);
  return [...forms].map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

@Injectable()
export class LogSearcher {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * @param window null for a walk in ledger order (the tail), which needs no list of what was found
   * @returns null when nothing is searched for
   */
  async find(
    { workspaceId, search }: Pick<LogFilters, 'workspaceId' | 'search'>,
    window: SearchWindow | null,
  ): Promise<LogSearch | null> {
    if (search === undefined) return null;
    const patterns = searchPatternsOf(search);
    const [versions, executionIds] = await Promise.all([
      this.database.pool.query<WorkflowVersionKey>(versionsWithBlockSql, [workspaceId, patterns]),
      window === null ? null : this.#executionIds(workspaceId, patterns, window),
    ]);
    return { patterns, versions: versions.rows, executionIds };
  }

  async #executionIds(
    workspaceId: string,
    patterns: readonly string[],
    { startDate, endDate }: SearchWindow,
  ): Promise<string[] | null> {
    const [firstDay, lastDay] = [dayOf(startDate), dayOf(endDate)];
    const read = async (from: number, to: number, limit: number): Promise<string[]> => {
      const { rows } = await this.database.pool.query<{ execution_id: string }>({
        name: 'search-executions',
        text: executionsWithTextSql,
        values: [workspaceId, from, to, patterns, limit],
      });
      return rows.map((row) => row.execution_id);
    };
    // The newest first, then as many again: a text that is common is known to be common for a part of the price of a week. One day
    // alone does not tell it just after midnight.
    const all: string[] = [];
    for (let [day, days] = [lastDay, 1]; day >= firstDay; day -= days, days *= 2) {
      const found = await read(Math.max(firstDay, day - days + 1), day, commonFrom - all.length);
      all.push(...found);
      if (all.length >= commonFrom) return null;
    }
    return all;
  }
}
