/** A subscription as its form has it (spec 2.4), and as the API takes it. */
export const levels = ['info', 'error'] as const;
export const triggers = ['api', 'webhook', 'schedule', 'manual', 'chat'] as const;
export const inclusions = [
  'includeFinalOutput',
  'includeTraceSpans',
  'includeRateLimits',
  'includeUsageData',
] as const;

type Level = (typeof levels)[number];
type Trigger = (typeof triggers)[number];
export type Inclusion = (typeof inclusions)[number];

export interface SubscriptionDraft {
  readonly url: string;
  /** Null: of all workflows of the workspace. Fixed once it exists. */
  readonly workflowId: string | null;
  readonly secret: 'none' | 'generate' | 'keep' | 'own';
  readonly ownSecret: string;
  /** `name: value`, a line each. Null: those that are there stay. */
  readonly headersText: string | null;
  readonly maxPerSecond: number | null;
  readonly levels: readonly Level[];
  readonly triggers: readonly Trigger[];
  readonly includes: readonly Inclusion[];
  readonly active: boolean;
}

interface Existing extends Readonly<Record<Inclusion, boolean>> {
  readonly url: string;
  readonly workflowId: string | null;
  readonly hasSecret: boolean;
  readonly headerNames: readonly string[];
  readonly maxPerSecond: number | null;
  readonly levelFilter: readonly string[];
  readonly triggerFilter: readonly string[];
  readonly active: boolean;
}

export const emptyDraft = (workflowId: string | null): SubscriptionDraft => ({
  ...{ url: '', workflowId, secret: 'generate', ownSecret: '', headersText: '' },
  ...{ maxPerSecond: null, levels, triggers, includes: [], active: true },
});

export const draftOf = (one: Existing): SubscriptionDraft => ({
  url: one.url,
  workflowId: one.workflowId,
  secret: one.hasSecret ? 'keep' : 'none',
  ownSecret: '',
  headersText: one.headerNames.length === 0 ? '' : null,
  maxPerSecond: one.maxPerSecond,
  levels: levels.filter((level) => one.levelFilter.includes(level)),
  triggers: triggers.filter((trigger) => one.triggerFilter.includes(trigger)),
  includes: inclusions.filter((name) => one[name]),
  active: one.active,
});

type DraftProblem = 'url' | 'headers' | 'secret' | 'levels' | 'triggers';

export function headersOf(text: string): Readonly<Record<string, string>> | null {
  const headers: Record<string, string> = {};
  for (const line of text.split('\n')) {
    if (line.trim() === '') continue;
    const match = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+):\s*(.*)$/.exec(line.trim());
    if (match === null) return null;
    headers[match[1] ?? ''] = match[2] ?? '';
  }
  return headers;
}

/** What the server would refuse, said before it is asked. */
export function problemsOf(draft: SubscriptionDraft): ReadonlySet<DraftProblem> {
  const problems = new Set<DraftProblem>();
  if (!/^https?:\/\//i.test(draft.url) || !URL.canParse(draft.url)) problems.add('url');
  if (draft.headersText !== null && headersOf(draft.headersText) === null) problems.add('headers');
  if (draft.secret === 'own' && draft.ownSecret === '') problems.add('secret');
  if (draft.levels.length === 0) problems.add('levels');
  if (draft.triggers.length === 0) problems.add('triggers');
  return problems;
}

export function fieldsOf(draft: SubscriptionDraft) {
  const headers = draft.headersText === null ? null : headersOf(draft.headersText);
  return {
    url: draft.url.trim(),
    ...(draft.secret === 'generate' && { generateSecret: true }),
    ...(draft.secret === 'own' && { secret: draft.ownSecret }),
    ...(draft.secret === 'none' && { secret: null }),
    ...(headers !== null && { headers: { ...headers } }),
    maxPerSecond: draft.maxPerSecond,
    levelFilter: [...draft.levels],
    triggerFilter: [...draft.triggers],
    active: draft.active,
    includeFinalOutput: draft.includes.includes('includeFinalOutput'),
    includeTraceSpans: draft.includes.includes('includeTraceSpans'),
    includeRateLimits: draft.includes.includes('includeRateLimits'),
    includeUsageData: draft.includes.includes('includeUsageData'),
  };
}

/** Fields in which the drafts differ. */
export const editCount = (saved: SubscriptionDraft, draft: SubscriptionDraft): number =>
  Object.entries(saved).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(draft[name as keyof SubscriptionDraft]),
  ).length;

/** The field of a payload's `data` that each adds (spec 2.5). */
export const addedField: Readonly<Record<Inclusion, string>> = {
  includeFinalOutput: 'finalOutput',
  includeTraceSpans: 'traceSpans',
  includeRateLimits: 'rateLimits',
  includeUsageData: 'usage',
};

/** The parts of a payload's `data` that a subscription may add (spec 2.5). */
const added: Readonly<Record<Inclusion, readonly [string, unknown]>> = {
  includeFinalOutput: ['finalOutput', { orderId: 'A-1', accepted: true }],
  includeTraceSpans: [
    'traceSpans',
    [{ name: 'Fetch customer', status: 'success', durationMs: 318 }],
  ],
  includeRateLimits: ['rateLimits', { sync: { limit: 60, remaining: 59 } }],
  includeUsageData: ['usage', { currentPeriodCost: 18.42, limit: 100, plan: 'pro' }],
};

/** What a receiver would get (spec 2.5), with values of an example. */
export function sampleBody({ includes, levels: chosen }: SubscriptionDraft): string {
  const isError = !chosen.includes('info');
  const data = {
    workflowId: '01a2…',
    executionId: '01a2…',
    status: isError ? 'error' : 'success',
    level: isError ? 'error' : 'info',
    trigger: 'webhook',
    startedAt: '2026-01-31T12:00:00.000Z',
    endedAt: '2026-01-31T12:00:00.842Z',
    totalDurationMs: 842,
    cost: { total: 0.0021 },
    files: null,
    ...Object.fromEntries(includes.map((name) => added[name])),
  };
  const body = {
    id: '01a2…',
    type: 'workflow.execution.completed',
    timestamp: 1_769_860_800_842,
    data,
    links: { log: '/v1/logs/01a2…', execution: '/v1/logs/executions/01a2…' },
  };
  return JSON.stringify(body, null, 2);
}
