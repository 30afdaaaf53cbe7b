/** Turns the filters of a log query into SQL conditions with values. */
import { isRetrying } from '@libs/execution-view';
import { inFolders } from './log-conditions.sql.js';
import type { LogFilters } from './log-parameters.js';
import type { LogSearch } from './log-search.js';

const unended = new Set(['queued', 'running', 'retrying', 'paused']);
/** What the condition of unended executions compares: a stored status, or `retrying`. */
const shownStatus = `case when ${isRetrying} then 'retrying' else l.status end`;

/** Conditions on `execution_log l` with their values; a caller may append its own values. */
export class LogConditions {
  readonly values: unknown[];
  readonly #hidden: boolean;
  readonly #conditions: string[] = [];

  /**
   * @param options `hidden` keeps values from the planner (`isPlain` in log.sql.ts); `values` are
   * those of earlier conditions in the same statement. The first value is always the workspace.
   */
  constructor(
    filters: Partial<LogFilters>,
    search: LogSearch | null,
    { hidden = false, values = [] }: { hidden?: boolean; values?: unknown[] } = {},
  ) {
    this.values = values;
    this.#hidden = hidden;
    this.where('l.workspace_id = ?::uuid', filters.workspaceId);
    // An index keeps its order for a single value, but not for a list of one.
    if (filters.workflowIds?.length === 1) this.where('l.workflow_id = ?', filters.workflowIds[0]);
    else this.where('l.workflow_id = any(?::uuid[])', filters.workflowIds);
    this.where('l.workflow_id <> all(?::uuid[])', filters.notWorkflowIds);
    this.where(`l.workflow_id in (${inFolders('?')})`, filters.folderIds);
    this.where('l.trigger = any(?::text[])', filters.triggers);
    this.where('l.level = ?', filters.level);
    this.#whereStatus(filters.status);
    this.where('l.deployment_version = ?::int', filters.version);
    this.where('(l.deployment_version < 0) = ?::boolean', filters.draft);
    this.where('l.started_at <= ?::timestamptz', filters.endDate);
    this.where('l.execution_id = ?', filters.executionId);
    this.where('l.parent_execution_id = ?', filters.parentExecutionId);
    this.where('l.rerun_of = ?', filters.rerunOf);
    this.where('l.fingerprint = ?', filters.fingerprint);
    this.where(`l.error->>'code' = ?`, filters.errorCode);
    this.where('l.total_duration_ms >= ?', filters.minDurationMs);
    this.where('l.total_duration_ms <= ?', filters.maxDurationMs);
    this.where('l.cost_total >= ?', filters.minCost);
    this.where('l.cost_total <= ?', filters.maxCost);
    this.where(`l.models <> '{}' and l.models @> array[?]::text[]`, filters.model);
    if (search !== null) this.#whereFound(search);
  }

  /** Unended executions are few, so their statuses are filtered among them. */
  #whereStatus(status: LogFilters['status']): void {
    if (status === undefined) return;
    const all = new Set([status].flat());
    const ended = [...all].filter((one) => !unended.has(one));
    const open = [...all].filter((one) => unended.has(one));
    const ways = [
      // Postgres estimates a single value better than a list of one.
      ended.length === 1 && `l.status = ${this.parameter(ended[0])}`,
      ended.length > 1 && `l.status = any(${this.parameter(ended, '::text[]')})`,
      open.length > 0 &&
        `l.ended_at is null and ${shownStatus} = any(${this.parameter(open, '::text[]')})`,
    ].filter((way) => way !== false);
    this.#conditions.push(ways.length === 1 ? ways.join() : `(${ways.join(' or ')})`);
  }

  /**
   * Probes execution_search by primary key for each row, or uses the ids found through its index.
   */
  #whereFound({ patterns, versions, executionIds }: LogSearch): void {
    const ways = [
      executionIds === null
        ? `exists (select from execution_search s where s.execution_id = l.execution_id and s.retention_bucket = l.retention_bucket and s.text ilike any(${this.parameter(patterns)}::text[]))`
        : `l.execution_id = any(${this.parameter(executionIds)}::uuid[])`,
    ];
    if (versions.length > 0) {
      const workflowIds = this.parameter(versions.map((version) => version.workflow_id));
      const numbers = this.parameter(versions.map(({ version }) => version));
      ways.push(
        `(l.workflow_id, l.deployment_version) in (select * from unnest(${workflowIds}::uuid[], ${numbers}::int[]))`,
      );
    }
    this.#conditions.push(`(${ways.join(' or ')})`);
  }

  /** `?` stands for the value, `?::type` adds a cast; an undefined value adds no condition. */
  where(condition: string, value: unknown): void {
    if (value === undefined) return;
    const number = this.values.push(value);
    this.#conditions.push(
      condition.replaceAll(/\?(::\w+(?:\[\])?)?/g, (_, type: string | undefined) =>
        this.#placeholder(number, type),
      ),
    );
  }

  /**
   * Appends a value and returns its placeholder.
   * @param type `::type`; a hidden value needs it where the context does not imply the type
   */
  parameter(value: unknown, type = ''): string {
    return this.#placeholder(this.values.push(value), type);
  }

  #placeholder(number: number, type = ''): string {
    return this.#hidden ? `(select $${number}${type})` : `$${number}${type}`;
  }

  get text(): string {
    return this.#conditions.join(' and ');
  }
}
