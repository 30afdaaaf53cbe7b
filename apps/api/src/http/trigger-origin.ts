/**
 * Trigger URLs and their optional own origin. The host of `FLOWLEDGER_TRIGGER_URL` serves only
 * triggers, and every other host answers 404 for them. A workflow's answer is written by its
 * author, so it must not share an origin with the api.
 */
import type { Config } from '@libs/config';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ApiError } from '../errors/api-error.js';

export const triggerPath = '/api/webhooks/trigger/';

/** Also compares the route: the router decodes paths, so `%74rigger` matches it too. */
export const isTriggerRequest = (request: FastifyRequest): boolean =>
  request.url.startsWith(triggerPath) || request.routeOptions.url?.startsWith(triggerPath) === true;

const elsewhere = (): ApiError =>
  new ApiError(404, 'NOT_FOUND', 'No route of this host has this path');

/** Call it after the hooks that set headers: this hook ends requests. */
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

/**
 * Base of trigger URLs: the trigger origin if set, else the configured public URL, else the URL
 * that this caller used. Without a trailing slash.
 */
export const triggerBaseUrlOf = (
  config: Pick<Config, 'FLOWLEDGER_PUBLIC_URL' | 'FLOWLEDGER_TRIGGER_URL'>,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): string =>
  (
    config.FLOWLEDGER_TRIGGER_URL ??
    config.FLOWLEDGER_PUBLIC_URL ??
    `${request.protocol}://${request.host}`
  ).replace(/\/+$/, '');
