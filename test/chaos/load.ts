/**
 * A bounded load: a few callers, each with one request at a time. Most callers send equal shares of
 * synchronous requests, asynchronous requests, and executions that park between two calls. The
 * others queue for workflows with a concurrency limit. Half the requests carry an idempotency key
 * and are repeated until accepted; the other half is sent once, whatever the answer.
 */
import type { Answer } from '../support/api-client.js';
import { orderIntake, twoCalls, withWait, type TestDefinition } from '../support/workflows.js';
import type { Fleet } from './fleet.js';

export interface SentRequest {
  readonly number: number;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Null: no answer came. */
  readonly status: number | null;
  /** Only for requests answered 2xx. */
  readonly executionId: string | null;
  readonly keyed: boolean;
}

const restMs = 60;
const retryMs = 250;
const patienceMs = 120_000;
/** Long enough that most faults catch some hundred executions parked or just resuming. */
const waitMs = 7_000;
/** Synchronous callers of a limited workflow wait in its queue, so no queue exceeds its callers. */
const groups = [
  { callers: 8, paths: ['sync', 'async', 'parked'] },
  { callers: 3, paths: ['single'] },
  { callers: 6, paths: ['few'] },
  // Asynchronous requests; these executions are paused for most of the time they hold a slot.
  { callers: 2, paths: ['held'], restMs: 5_000 },
] as const;
type Path = (typeof groups)[number]['paths'][number];
const limits = { single: 1, few: 3, held: 2 } as const;
const heldMs = 3_000;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export interface DeployedWorkflows {
  /** Concurrency limits by workflow id. */
  readonly limits: ReadonlyMap<string, number>;
  /** Their trigger URLs, by the paths of their webhooks. */
  readonly triggerPaths: ReadonlyMap<string, string>;
}

export async function deployWorkflows(fleet: Fleet, stubUrl: string): Promise<DeployedWorkflows> {
  const [api] = fleet.apis;
  const definitions: TestDefinition[] = [
    orderIntake('sync', stubUrl),
    twoCalls('async', stubUrl),
    withWait('parked', stubUrl, waitMs),
    ...(['single', 'few'] as const).map((path) => ({
      ...orderIntake(path, stubUrl),
      concurrency: { limit: limits[path] },
    })),
    { ...withWait('held', stubUrl, heldMs), concurrency: { limit: limits.held } },
  ];
  const limitsById = new Map<string, number>();
  const triggerPaths = new Map<string, string>();
  for (const definition of definitions) {
    const created = await api!.call('POST', '/api/v1/workflows', { name: 'chaos', definition });
    if (created.status !== 201) throw new Error(created.text);
    const { id, triggerUrl } = created.json.data as { id: string; triggerUrl: string };
    const { pathname } = new URL(triggerUrl);
    triggerPaths.set(pathname.split('/').at(-1) ?? '', pathname);
    if (definition.concurrency) limitsById.set(id, definition.concurrency.limit);
    await api!.call('POST', `/api/v1/workflows/${id}/deploy`);
  }
  return { limits: limitsById, triggerPaths };
}

function executionIdOf(answer: Answer): string | null {
  return answer.headers.get('x-execution-id') ?? answer.json?.data?.executionId ?? null;
}

export interface Load {
  readonly sent: readonly SentRequest[];
  /** Sends no new requests; resolves when the last one is answered or given up. */
  finish(): Promise<void>;
}

export function startLoad(fleet: Fleet, seed: number, { triggerPaths }: DeployedWorkflows): Load {
  const sent: SentRequest[] = [];
  let next = 0;
  let stopping = false;

  const once = async (number: number, attempt: number, to: Path): Promise<SentRequest> => {
    const keyed = number % 4 >= 2;
    const startedMs = Date.now();
    const api = fleet.apis[(number + attempt) % fleet.apis.length];
    const headers: Record<string, string> = keyed
      ? { 'idempotency-key': `chaos-${seed}-${number}` }
      : {};
    const answer = await api!
      .call('POST', triggerPaths.get(to) ?? '', { id: `n${number}` }, headers)
      .catch(() => undefined);
    const accepted = answer !== undefined && answer.status >= 200 && answer.status < 300;
    return {
      number,
      startedMs,
      endedMs: Date.now(),
      status: answer?.status ?? null,
      executionId: accepted ? executionIdOf(answer) : null,
      keyed,
    };
  };
  const request = async (number: number, to: Path): Promise<SentRequest> => {
    const startedMs = Date.now();
    for (let attempt = 0; ; attempt += 1) {
      const result = await once(number, attempt, to);
      const done = !result.keyed || result.executionId !== null;
      if (done || Date.now() - startedMs > patienceMs) return { ...result, startedMs };
      await pause(retryMs);
    }
  };
  const caller = async (paths: readonly Path[], rest: number): Promise<void> => {
    while (!stopping) {
      const number = (next += 1);
      sent.push(await request(number, paths[number % paths.length]!));
      await pause(rest);
    }
  };
  const running = groups.flatMap(({ callers, paths, ...more }) =>
    Array.from({ length: callers }, () => caller(paths, 'restMs' in more ? more.restMs : restMs)),
  );
  return {
    sent,
    finish: async () => {
      stopping = true;
      await Promise.all(running);
    },
  };
}
