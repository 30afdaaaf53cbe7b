/** A neighbour tenant's experience: sequential calls of each kind, at a low rate. */
import type { World } from './world.js';

export const probeKinds = ['workflow', 'logs', 'live', 'ready'] as const;
export type ProbeKind = (typeof probeKinds)[number];

export interface Sample {
  readonly kind: ProbeKind;
  readonly at: number;
  readonly ms: number;
  /** Null: no answer. */
  readonly status: number | null;
  /** The beginning of an answer other than 200. */
  readonly text: string;
}

export interface Probe {
  readonly samples: readonly Sample[];
  stop(): Promise<void>;
}

const pauseMs = 150;
const patienceMs = 20_000;
const shownLength = 500;

export const victimDefinition = {
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: 'victim' } },
    {
      id: 'answer',
      type: 'response',
      name: 'Answer',
      config: { status: 200, body: { hello: '<webhook.body.name>' } },
    },
  ],
  edges: [{ from: 'hook', to: 'answer' }],
};

function requestOf(
  kind: ProbeKind,
  { baseUrl, victim }: World,
  victimUrl: string,
): [string, RequestInit] {
  const headers = { 'x-api-key': victim.apiKey, 'content-type': 'application/json' };
  switch (kind) {
    case 'workflow':
      return [victimUrl, { method: 'POST', headers, body: '{"name":"Ann"}' }];
    case 'logs':
      return [`${baseUrl}/api/v1/logs?workspaceId=${victim.workspaceId}&limit=10`, { headers }];
    case 'live':
      return [`${baseUrl}/health/live`, {}];
    case 'ready':
      return [`${baseUrl}/health/ready`, {}];
  }
}

async function ask(kind: ProbeKind, world: World, victimUrl: string): Promise<Sample> {
  const [url, init] = requestOf(kind, world, victimUrl);
  const [at, startedAt] = [Date.now(), performance.now()];
  const [status, body] = await fetch(url, {
    ...init,
    signal: AbortSignal.timeout(patienceMs),
  }).then(
    async (response) => [response.status, await response.text()] as const,
    (error: unknown) => [null, String(error)] as const,
  );
  const text = status === 200 ? '' : body.slice(0, shownLength);
  return { kind, at, ms: performance.now() - startedAt, status, text };
}

/** @param victimUrl the trigger of the neighbour's workflow */
export function startProbe(world: World, victimUrl: string): Probe {
  const samples: Sample[] = [];
  let isStopping = false;
  const loops = probeKinds.map(async (kind) => {
    while (!isStopping) {
      samples.push(await ask(kind, world, victimUrl));
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  });
  return {
    samples,
    stop: async () => {
      isStopping = true;
      await Promise.all(loops);
    },
  };
}
