import type { Config } from '@libs/config';
import type { FastifyRequest } from 'fastify';

/**
 * Where callers reach trigger URLs: at their own origin if they have one, else as configured, else as this caller reached the
 * api. Without a slash at its end.
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
