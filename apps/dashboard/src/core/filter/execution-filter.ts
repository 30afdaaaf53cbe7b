/** What the executions list shows, as a value: in the address, in the filter field, for the API. */
import {
  type FilterPart,
  type FilterValues,
  maxTextLength,
  readValue,
  textKey,
} from '../filter-language/filter-language.js';
import { id, isInstant, search } from '../search/search.js';
import { executionStatuses, statusOf } from '../status/status.js';
import { readComparison } from './comparison.js';

const triggers = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
const spans = { '1h': 3_600_000, '24h': 86_400_000, '7d': 604_800_000, '30d': 2_592_000_000 };
export type Span = keyof typeof spans;
export const spanNames = Object.keys(spans) as readonly Span[];

const oneOf =
  (allowed: readonly string[]) =>
  (value: string): string | null =>
    allowed.find((one) => one === value.toLowerCase()) ?? null;
const text =
  (maxLength: number) =>
  (value: string): string | null =>
    value === '' || value.length > maxLength ? null : value;
const comparison =
  (units: readonly string[]) =>
  (value: string): string | null =>
    readComparison(value, units) === null ? null : value;
const instant = (value: string): string | null => (isInstant(value) ? value : null);

const open = { values: null, isMany: false };
const dates = ['2026-01-31', '2026-01-31T08:00Z'];

export const executionParts: readonly FilterPart[] = [
  { key: 'status', values: executionStatuses, isMany: true, examples: [], read: statusOf },
  { key: 'workflow', ...open, examples: [], read: text(200) },
  { key: 'trigger', values: triggers, isMany: true, examples: [], read: oneOf(triggers) },
  {
    ...{ key: 'duration', ...open, examples: ['>5s', '<200ms', '>2min'] },
    read: comparison(['ms', 's', 'min', 'h']),
  },
  { key: 'cost', ...open, examples: ['>0.01', '<1'], read: comparison(['']) },
  { key: 'model', ...open, examples: ['gpt-5'], read: text(200) },
  {
    ...{ key: 'version', ...open, examples: ['12'] },
    read: (value) => (/^[1-9]\d{0,8}$/.test(value) ? value : null),
  },
  { key: 'draft', values: ['yes', 'no'], isMany: false, examples: [], read: oneOf(['yes', 'no']) },
  // The API refuses what is no id.
  { key: 'group', ...open, examples: [], read: text(36) },
  { key: 'last', values: spanNames, isMany: false, examples: [], read: oneOf(spanNames) },
  { key: 'from', ...open, examples: dates, read: instant },
  { key: 'to', ...open, examples: dates, read: instant },
];

/** Shown by the button of the time, not as tokens. */
export const timeKeys: readonly string[] = ['last', 'from', 'to'];

const textOf = (raw: unknown): string =>
  typeof raw === 'string' || typeof raw === 'number' ? String(raw) : '';

/** Total: what can't be read is left out. */
export function valuesIn(raw: Readonly<Record<string, unknown>>): FilterValues {
  const found = executionParts.flatMap((part) => {
    const given = textOf(raw[part.key]);
    const value = given === '' ? null : readValue(part, given);
    return value === null ? [] : [[part.key, value] as const];
  });
  const words = textOf(raw[textKey]).slice(0, maxTextLength).trim();
  return Object.fromEntries(words === '' ? found : [...found, [textKey, words]]);
}

/** The log that is open beside the list. */
export const peekSearch = search({ peek: id() });

export interface TimeRange {
  readonly from: string | null;
  readonly to: string | null;
}

const inUtc = (value: string | undefined): string | null =>
  value === undefined ? null : new Date(value).toISOString();

/** @param nowMs the end of `last` */
export function timeRangeOf({ last, from, to }: FilterValues, nowMs: number): TimeRange {
  const span = spanNames.find((one) => one === last);
  if (span === undefined) return { from: inUtc(from), to: inUtc(to) };
  return { from: new Date(nowMs - spans[span]).toISOString(), to: null };
}

const perUnit: Readonly<Record<string, number>> = { ms: 1, s: 1_000, min: 60_000, h: 3_600_000 };

function durationParameters(duration: string | undefined): Record<string, string> {
  const read = duration === undefined ? null : readComparison(duration, Object.keys(perUnit));
  if (read === null) return {};
  const milliseconds = String(Math.round(read.amount * (perUnit[read.unit] ?? 1)));
  return read.isMore ? { minDurationMs: milliseconds } : { maxDurationMs: milliseconds };
}

function costParameters(cost: string | undefined): Record<string, string> {
  const read = cost === undefined ? null : readComparison(cost, ['']);
  if (read === null) return {};
  return read.isMore ? { minCost: String(read.amount) } : { maxCost: String(read.amount) };
}

/** The filter of `listLogs`, without its page. A workflow is asked for by its id. */
export function logFilter(values: FilterValues, workflowId: string | null, nowMs: number) {
  const { from, to } = timeRangeOf(values, nowMs);
  const { q, status, trigger, model, version, draft, group } = values;
  return {
    ...(q !== undefined && { search: q }),
    ...(status !== undefined && { status }),
    ...(trigger !== undefined && { triggers: trigger }),
    ...(model !== undefined && { model }),
    ...(version !== undefined && { version }),
    ...(draft !== undefined && { draft: draft === 'yes' ? ('true' as const) : ('false' as const) }),
    ...(group !== undefined && { fingerprint: group }),
    ...durationParameters(values['duration']),
    ...costParameters(values['cost']),
    ...(from !== null && { startDate: from }),
    ...(to !== null && { endDate: to }),
    ...(workflowId !== null && { workflowIds: workflowId }),
  };
}
