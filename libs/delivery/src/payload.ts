/**
 * The bytes of a webhook event (spec 2.5), made once per delivery and never changed. JSON that
 * arrives as text (output, spans, files) is inserted as text: it is not parsed, and its numbers are
 * not rounded again. Pure.
 */
import type { WorkflowExecutionCompleted } from '@libs/contracts';

export const eventType = 'workflow.execution.completed';

/** Larger bodies lose spans first, then output. */
export const maxBodyBytes = 256 * 1024;

/** Keeps the fields that are never dropped far below the size of a body. */
const maxMessageLength = 10_000;

export interface IncludeFlags {
  readonly includeFinalOutput: boolean;
  readonly includeTraceSpans: boolean;
  readonly includeRateLimits: boolean;
  readonly includeUsageData: boolean;
}

export interface RateLimitWindow {
  readonly limit: number;
  readonly remaining: number;
  /** ISO 8601. */
  readonly resetAt: string;
}

/** Optional parts beyond the completion itself, with their current values. */
export interface PayloadExtras {
  /** JSON text of an array; null when it is larger than any body may be. */
  readonly traceSpans: string | null;
  readonly rateLimits: { readonly sync: RateLimitWindow; readonly async: RateLimitWindow } | null;
  readonly usage: {
    readonly currentPeriodCost: number;
    readonly limit: number;
    readonly plan: string;
    readonly isExceeded: boolean;
  } | null;
}

const linksOf = (logId: string, executionId: string): { log: string; execution: string } => ({
  log: `/v1/logs/${logId}`,
  execution: `/v1/logs/executions/${executionId}`,
});

/** JSON text of an object; the values are JSON text already. */
function objectText(fields: readonly (readonly [name: string, json: string])[]): string {
  return `{${fields.map(([name, json]) => `${JSON.stringify(name)}:${json}`).join(',')}}`;
}

function baseFields(completed: WorkflowExecutionCompleted): (readonly [string, string])[] {
  const { cost } = completed;
  return [
    ['workflowId', JSON.stringify(completed.workflowId)],
    ['workflowName', JSON.stringify(completed.workflowName)],
    ['executionId', JSON.stringify(completed.executionId)],
    ['status', JSON.stringify(completed.status)],
    ['level', JSON.stringify(completed.level)],
    ['trigger', JSON.stringify(completed.trigger)],
    ['startedAt', JSON.stringify(new Date(completed.startedAt).toISOString())],
    ['endedAt', JSON.stringify(new Date(completed.endedAt).toISOString())],
    ['totalDurationMs', String(completed.totalDurationMs)],
    ['cost', JSON.stringify({ total: cost.total, tokens: cost.tokens, models: cost.models })],
    ['files', completed.files ?? 'null'],
    ...(completed.draft ? [['draft', 'true'] as const] : []),
    ...errorField(completed.error),
  ];
}

/** Absent unless the execution failed, as in the logs. */
function errorField(error: WorkflowExecutionCompleted['error']): (readonly [string, string])[] {
  if (error === null) return [];
  const { code, message, blockId, blockName } = error;
  const shown = { code, message: message.slice(0, maxMessageLength), blockId, blockName };
  return [['error', JSON.stringify(shown)]];
}

function bodyText(
  completed: WorkflowExecutionCompleted,
  data: readonly (readonly [string, string])[],
): string {
  return objectText([
    ['id', JSON.stringify(completed.eventId)],
    ['type', JSON.stringify(eventType)],
    ['timestamp', String(completed.endedAt)],
    ['data', objectText(data)],
    ['links', JSON.stringify(linksOf(completed.logId, completed.executionId))],
  ]);
}

/**
 * @param extras read only for set flags; null `rateLimits` and `usage` (account gone) are omitted
 * @returns UTF-8 JSON; above 256 KiB `data.truncated` lists dropped `traceSpans`, `finalOutput`
 */
export function buildPayload(
  completed: WorkflowExecutionCompleted,
  flags: IncludeFlags,
  extras: PayloadExtras,
): Buffer {
  const base = baseFields(completed);
  const large: (readonly [string, string])[] = [];
  if (flags.includeFinalOutput) large.push(['finalOutput', completed.finalOutput ?? 'null']);
  const truncated: string[] = [];
  if (flags.includeTraceSpans) {
    if (extras.traceSpans === null) truncated.push('traceSpans');
    else large.push(['traceSpans', extras.traceSpans]);
  }
  const small: (readonly [string, string])[] = [];
  if (flags.includeRateLimits && extras.rateLimits !== null)
    small.push(['rateLimits', JSON.stringify(extras.rateLimits)]);
  if (flags.includeUsageData && extras.usage !== null)
    small.push(['usage', JSON.stringify(extras.usage)]);

  for (;;) {
    const named: (readonly [string, string])[] =
      truncated.length > 0 ? [['truncated', JSON.stringify(truncated)]] : [];
    const body = Buffer.from(bodyText(completed, [...base, ...large, ...small, ...named]));
    // Spans are last in the list, so they are dropped first.
    const dropped = body.length > maxBodyBytes ? large.pop() : undefined;
    if (dropped === undefined) return body;
    truncated.push(dropped[0]);
  }
}
