/**
 * Search over error, workflow name and output of ended executions (execution_search, by trigrams)
 * and over the block names of the version that ran. A rare text is looked up first and the list is
 * built from the hits. A common text is cheaper to find while walking the newest logs. Each search
 * has a time window, named in the response. See decision 5.
 */
import { Inject, Injectable } from '@nestjs/common';
import type { Database } from '@libs/persistence';
import { DATABASE } from '@libs/platform';
import { ApiError } from '../../errors/index.js';
import type { LogFilters } from './log-parameters.js';
import { executionsWithTextSql, versionsWithBlockSql } from './log-conditions.sql.js';

const msPerDay = 86_400_000;
const defaultWindowMs = 7 * msPerDay;
const maxWindowDays = 92;
/** From this many hits a text counts as common: any walk soon finds a page of matches. */
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
  /** All executions in the window whose text matches; null when there are too many to list. */
  readonly executionIds: readonly string[] | null;
}

/**
 * The searched window; by default the seven days before `endDate` or now.
 * @throws ApiError 400 when the window is longer than a search allows
 */
export function searchWindowOf(
  { startDate, endDate }: Pick<LogFilters, 'startDate' | 'endDate'>,
  nowMs: number,
): SearchWindow {
  const end = endDate ?? new Date(Math.max(nowMs, startDate?.getTime() ?? nowMs));
  const start = startDate ?? new Date(end.getTime() - defaultWindowMs);
  const days = (end.getTime() - start.getTime()) / msPerDay;
  if (days > maxWindowDays) {
    const problem = `search: covers at most ${maxWindowDays} days; set startDate and endDate`;
    throw new ApiError(400, 'INVALID_PARAMETER', problem, [{ field: 'search', message: problem }]);
  }
  return { startDate: start, endDate: end };
}

/** Also matches the JSON-escaped form, because outputs are searched as stored. */
function searchPatternsOf(search: string): string[] {
  const forms = new Set([search, JSON.stringify(search).slice(1, -1)]);
  return [...forms].map((form) => `%${form.replaceAll(/[\\%_]/g, '\\$&')}%`);
}

@Injectable()
export class LogSearcher {
  constructor(@Inject(DATABASE) private readonly database: Database) {}

  /**
   * @param window null for a walk in ledger order (the tail), which needs no list of hits
   * @returns null without a search
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
    // Newest day first, then doubling spans: a common text is recognised without reading a whole
    // week. The newest day alone is not enough just after midnight.
    const all: string[] = [];
    for (let [day, days] = [lastDay, 1]; day >= firstDay; day -= days, days *= 2) {
      const found = await read(Math.max(firstDay, day - days + 1), day, commonFrom - all.length);
      all.push(...found);
      if (all.length >= commonFrom) return null;
    }
    return all;
  }
}
