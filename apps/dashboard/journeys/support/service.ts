import { describe } from '@jest/globals';
import { type Answer, apiOf } from './api.js';

/** The service that global-setup.mjs has started, through its API. */
const setting = (name: string): string => process.env[name] ?? '';

export const service = {
  url: setting('JOURNEY_URL'),
  /** The same service, by the name that an OpenID provider sends people back to. */
  publicUrl: setting('JOURNEY_PUBLIC_URL'),
  apiKey: setting('JOURNEY_KEY'),
  workspaceId: setting('JOURNEY_WORKSPACE'),
  databaseUrl: setting('JOURNEY_DATABASE'),
  dataDir: setting('JOURNEY_DATA'),
};

export const isSkipped = process.env['JOURNEYS_SKIPPED'] !== undefined;
/** `describe`. Where no browser starts, its tests are skipped, and `npm test` says how many. */
export const describeJourney = isSkipped ? describe.skip : describe;

export const pageOf = (page: string): string => `${service.url}/w/${service.workspaceId}/${page}`;

export const api = <T = unknown>(
  method: string,
  path: string,
  body?: object,
  apiKey = service.apiKey,
): Promise<Answer<T>> => apiOf(service.url, apiKey)<T>(method, path, body);

interface Deployed {
  readonly id: string;
  readonly triggerUrl: string;
}

/** A workflow that is called at `path`, runs its blocks in order, and answers. */
async function deploy(
  path: string,
  work: readonly {
    readonly id: string;
    readonly name: string;
    readonly type: string;
    readonly config: object;
  }[],
  response: object,
): Promise<Deployed> {
  const inOrder = ['hook', ...work.map(({ id }) => id), 'answer'];
  const { status, data, error } = await api<Deployed>('POST', '/workflows', {
    name: `Journey ${path}`,
    definition: {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path, methods: ['GET'] } },
        ...work,
        { id: 'answer', type: 'response', name: 'Answer', config: response },
      ],
      edges: inOrder.slice(1).map((to, index) => ({ from: inOrder[index], to })),
    },
  });
  // All journeys share one service: a path is taken once.
  if (status !== 201) throw new Error(`${path}: ${JSON.stringify(error)}`);
  await api('POST', `/workflows/${data.id}/deploy`);
  return data;
}

const codeBlock = (code: string) => ({
  ...{ id: 'work', name: 'Work', type: 'function' },
  config: { code },
});

/** A workflow that runs `code`, deployed. */
export const deployed = (
  path: string,
  response: object,
  code = 'return null;',
): Promise<Deployed> => deploy(path, [codeBlock(code)], response);

/** A workflow that fails once `url` has answered, deployed. */
export const deployedFailureAfter = (path: string, url: string): Promise<Deployed> =>
  deploy(
    path,
    [
      { id: 'call', name: 'Call', type: 'api', config: { url, method: 'GET' } },
      codeBlock('throw new Error("It failed");'),
    ],
    { body: {} },
  );

/** Runs a workflow by its trigger, at the address the journeys use. */
export const trigger = ({ triggerUrl }: Deployed): Promise<Response> =>
  fetch(new URL(new URL(triggerUrl).pathname, service.url));
