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

/** A workflow that is called at `path`, runs one block, and answers with what `response` says. */
async function deploy(path: string, work: object, response: object): Promise<Deployed> {
  const { data } = await api<Deployed>('POST', '/workflows', {
    name: `Journey ${path}`,
    definition: {
      blocks: [
        { id: 'hook', type: 'webhook', name: 'Webhook', config: { path, methods: ['GET'] } },
        { id: 'work', name: 'Work', ...work },
        { id: 'answer', type: 'response', name: 'Answer', config: response },
      ],
      edges: [
        { from: 'hook', to: 'work' },
        { from: 'work', to: 'answer' },
      ],
    },
  });
  await api('POST', `/workflows/${data.id}/deploy`);
  return data;
}

/** A workflow that runs `code`, deployed. */
export const deployed = (
  path: string,
  response: object,
  code = 'return null;',
): Promise<Deployed> => deploy(path, { type: 'function', config: { code } }, response);

/** A workflow that calls `url`, deployed. */
export const deployedCall = (path: string, url: string): Promise<Deployed> =>
  deploy(path, { type: 'api', config: { url, method: 'GET' } }, { body: {} });

/** Runs a workflow by its trigger, at the address the journeys use. */
export const trigger = ({ triggerUrl }: Deployed): Promise<Response> =>
  fetch(new URL(new URL(triggerUrl).pathname, service.url));
