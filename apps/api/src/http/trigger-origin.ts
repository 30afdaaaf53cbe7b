/**
 * Trigger URLs and, where `FLOWLEDGER_TRIGGER_URL` names one, their own origin: its host serves them and nothing else, and
 * every other host answers 404 for them. What a workflow answers is its author's, so it shares no origin with the api.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

export const triggerPath = '/api/webhooks/trigger/';

/** By the route too: the router decodes paths, so `%74rigger` reaches it as well. */
export const isTriggerRequest = (request: FastifyRequest): boolean =>
  request.url.startsWith(triggerPath) || request.routeOptions.url?.startsWith(triggerPath) === true;

const elsewhere = (): ApiError =>
  new ApiError(404, 'NOT_FOUND', 'There is nothing at this path of this host');

/** Call after the hooks that set headers: this one ends requests. */
export function separateTriggers(instance: FastifyInstance, triggerUrl: string): void {
  const { host, protocol } = new URL(triggerUrl);
  const defaultPort = protocol === 'https:' ? ':443' : ':80';
  const isTriggerHost = (asked: string | undefined): boolean => {
    const lower = (asked ?? '').toLowerCase();
    return lower === host || lower === host + defaultPort;
  };
  instance.addHook('onRequest', (request, _reply, done) => {
    if (isTriggerHost(request.host) === isTriggerRequest(request)) done();
    else done(elsewhere());
  });
}
