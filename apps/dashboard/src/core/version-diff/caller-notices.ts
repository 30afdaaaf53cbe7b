/** What those who call a workflow, or wait for it, notice of another version. */
import type { BlockDefinition } from '@libs/workflow';
import type { DrawnDefinition } from '../workflow-graph/workflow-graph.js';

export interface ScheduleTimes {
  readonly cron: string | null;
  readonly everySeconds: number | null;
  readonly timezone: string;
}

export type CallerNotice =
  | { readonly kind: 'first' }
  | { readonly kind: 'trigger'; readonly before: string | null; readonly after: string | null }
  | { readonly kind: 'url'; readonly before: string | null; readonly after: string | null }
  | {
      readonly kind: 'methods';
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly kind: 'checks' }
  | {
      readonly kind: 'schedule';
      readonly before: ScheduleTimes | null;
      readonly after: ScheduleTimes | null;
    }
  | {
      readonly kind: 'status';
      readonly block: string;
      readonly before: string;
      readonly after: string;
    }
  | {
      readonly kind: 'answer';
      readonly block: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  | { readonly kind: 'secret'; readonly name: string };

type Config = BlockDefinition['config'];

const triggerTypes = new Set(['webhook', 'api_trigger', 'manual', 'chat', 'schedule']);

export const triggerOf = ({ blocks }: DrawnDefinition): BlockDefinition | null =>
  blocks.find(({ type }) => triggerTypes.has(type)) ?? null;

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

const missing = (from: readonly string[], other: readonly string[]): string[] =>
  from.filter((one) => !other.includes(one));

const methodsOf = ({ methods }: Config): string[] =>
  Array.isArray(methods) ? methods.filter((one) => typeof one === 'string') : ['POST'];

/** All other settings decide which calls are refused: proof, addresses, origins, sizes. */
const checksOf = ({ path: _path, methods: _methods, ...checks }: Config): unknown =>
  Object.entries(checks).toSorted(([a], [b]) => (a < b ? -1 : 1));

function webhookNotices(before: Config, after: Config): CallerNotice[] {
  const methods = [methodsOf(before), methodsOf(after)] as const;
  const [added, removed] = [missing(methods[1], methods[0]), missing(methods[0], methods[1])];
  return [
    { kind: 'url', before: textOf(before['path']), after: textOf(after['path']) },
    ...(added.length + removed.length > 0 ? [{ kind: 'methods', added, removed } as const] : []),
    ...(same(checksOf(before), checksOf(after)) ? [] : [{ kind: 'checks' } as const]),
  ];
}

export function timesOf(block: BlockDefinition | null): ScheduleTimes | null {
  if (block?.type !== 'schedule') return null;
  const { cron, everySeconds, timezone } = block.config;
  return {
    cron: textOf(cron),
    everySeconds: typeof everySeconds === 'number' ? everySeconds : null,
    timezone: textOf(timezone) ?? 'UTC',
  };
}

function triggerNotices(
  before: BlockDefinition | null,
  after: BlockDefinition | null,
): CallerNotice[] {
  if (before?.type === 'webhook' && after?.type === 'webhook')
    return webhookNotices(before.config, after.config);
  const schedules = { before: timesOf(before), after: timesOf(after) };
  const isSchedule = schedules.before !== null || schedules.after !== null;
  const paths = [before, after].map((one) =>
    one?.type === 'webhook' ? textOf(one.config['path']) : null,
  );
  const [pathBefore = null, pathAfter = null] = paths;
  return [
    ...(before?.type === after?.type
      ? []
      : [{ kind: 'trigger', before: before?.type ?? null, after: after?.type ?? null } as const]),
    ...(pathBefore === null && pathAfter === null
      ? []
      : [{ kind: 'url', before: pathBefore, after: pathAfter } as const]),
    ...(isSchedule ? [{ kind: 'schedule', ...schedules } as const] : []),
  ];
}

const fieldNames = (body: unknown): string[] | null =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? Object.keys(body) : null;

const statusText = ({ status = 200 }: Config): string =>
  typeof status === 'number' || typeof status === 'string' ? String(status) : '';

function answerNotices(before: DrawnDefinition, after: DrawnDefinition): CallerNotice[] {
  const old = new Map(before.blocks.map((block) => [block.id, block]));
  return after.blocks.flatMap(({ id, type, name: block, config }): CallerNotice[] => {
    const was = old.get(id);
    if (type !== 'response' || was?.type !== 'response') return [];
    const statuses = [statusText(was.config), statusText(config)] as const;
    const fields = [fieldNames(was.config['body']), fieldNames(config['body'])] as const;
    const [added, removed] =
      fields[0] === null || fields[1] === null
        ? [[], []]
        : [missing(fields[1], fields[0]), missing(fields[0], fields[1])];
    return [
      ...(statuses[0] === statuses[1]
        ? []
        : [{ kind: 'status', block, before: statuses[0], after: statuses[1] } as const]),
      ...(added.length + removed.length === 0
        ? []
        : [{ kind: 'answer', block, added, removed } as const]),
    ];
  });
}

const secretName = /\{\{\s*([A-Za-z_][A-Za-z0-9_]*)\s*\}\}/g;

const secretsIn = (definition: DrawnDefinition): Set<string> =>
  new Set(Array.from(JSON.stringify(definition).matchAll(secretName), ([, name = '']) => name));

/** @param before null: nothing runs yet */
export function callerNotices(
  before: DrawnDefinition | null,
  after: DrawnDefinition,
): CallerNotice[] {
  const empty: DrawnDefinition = { blocks: [], edges: [] };
  const old = before ?? empty;
  const known = secretsIn(old);
  const first = before === null;
  return [
    ...(first ? [{ kind: 'first' } as const] : []),
    ...triggerNotices(triggerOf(old), triggerOf(after)).filter(
      ({ kind }) => !first || kind !== 'trigger',
    ),
    ...answerNotices(old, after),
    ...[...secretsIn(after)]
      .filter((name) => !known.has(name))
      .map((name) => ({ kind: 'secret', name }) as const),
  ];
}

/** Whether somebody outside notices it; else it says that something stays. */
export function isNoticed(notice: CallerNotice): boolean {
  if (notice.kind !== 'url' && notice.kind !== 'schedule') return true;
  return !same(notice.before, notice.after);
}
