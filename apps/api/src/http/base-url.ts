import type { Config } from '@libs/config';
import type { FastifyRequest } from 'fastify';

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
