/**
 * A bounded load: a few callers, each with one request at a time. A third of the requests waits for the answer of the workflow, a
 * third does not, and a third is of executions that park between two calls; half carry an idempotency key and are repeated until
 * they are accepted, half are sent once, whatever comes of them.
 */
import type { Answer } from '../support/api-client.js';
import { orderIntake, twoCalls, withWait } from '../support/workflows.js';
import type { Fleet } from './fleet.js';

export interface SentRequest {
  readonly number: number;
  readonly startedMs: number;
  readonly endedMs: number;
  /** Null: no answer came. */
  readonly status: number | null;
  /** Of a request answered 2xx. */
  readonly executionId: string | null;
  readonly keyed: boolean;
}

const callers = 8;
const restMs = 60;
const retryMs = 250;
const patienceMs = 120_000;
/** Long enough that most faults find some hundred executions parked or just waking. */
const waitMs = 7_000;
const paths = ['sync', 'async', 'parked'] as const;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

export async function deployWorkflows(fleet: Fleet, stubUrl: string): Promise<void> {
  const [api] = fleet.apis;
  const definitions = [
    orderIntake('sync', stubUrl),
    twoCalls('async', stubUrl),
    withWait('parked', stubUrl, waitMs),
  ];
  for (const definition of definitions) {
    const created = await api!.call('POST', '/api/v1/workflows', { name: 'chaos', definition });
    if (created.status !== 201) throw new Error(created.text);
    await api!.call('POST', `/api/v1/workflows/${created.json.data.id}/deploy`);
  }
}

function executionIdOf(answer: Answer): string | null {
  return answer.headers.get('x-execution-id') ?? answer.json?.data?.executionId ?? null;
}

export interface Load {
  readonly sent: readonly SentRequest[];
  /** No new requests; resolves when the last is answered or given up. */
  finish(): Promise<void>;
}

export function startLoad(fleet: Fleet, seed: number): Load {
  const sent: SentRequest[] = [];
  let next = 0;
  let stopping = false;

  const once = async (number: number, attempt: number): Promise<SentRequest> => {
    const keyed = number % 4 >= 2;
    const startedMs = Date.now();
    const api = fleet.apis[(number + attempt) % fleet.apis.length];
    const path = `/api/webhooks/trigger/${paths[number % paths.length]}`;
    const headers: Record<string, string> = keyed
      ? { 'idempotency-key': `chaos-${seed}-${number}` }
      : {};
    const answer = await api!
      .call('POST', path, { id: `n${number}` }, headers)
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
  const request = async (number: number): Promise<SentRequest> => {
    const startedMs = Date.now();
    for (let attempt = 0; ; attempt += 1) {
      const result = await once(number, attempt);
      const done = !result.keyed || result.executionId !== null;
      if (done || Date.now() - startedMs > patienceMs) return { ...result, startedMs };
      await pause(retryMs);
    }
  };
  const caller = async (): Promise<void> => {
    while (!stopping) {
      sent.push(await request((next += 1)));
      await pause(restMs);
    }
  };
  const running = Array.from({ length: callers }, caller);
  return {
    sent,
    finish: async () => {
      stopping = true;
      await Promise.all(running);
    },
  };
}
