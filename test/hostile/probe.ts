/** A neighbour tenant's experience: sequential calls of each kind, at a low rate. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
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

/** @param victimUrl the trigger of the neighbour's workflow */
export function startProbe(world: World, victimUrl: string): Probe {
  const samples: Sample[] = [];
  const requests = probeKinds.map((kind) => [kind, ...requestOf(kind, world, victimUrl)]);
  const worker = new Worker(new URL('probe.worker.mjs', import.meta.url), { workerData: requests });
  worker.on('message', (sample: Sample) => samples.push(sample));
  return {
    samples,
    stop: async () => {
      const ended = once(worker, 'exit');
      worker.postMessage('stop');
      await ended;
    },
  };
}
