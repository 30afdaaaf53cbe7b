import type { Config } from '@libs/config';
import type { FastifyRequest } from 'fastify';

/** Where callers reach this service: as configured, else as this caller did. Without a slash at its end. */
export const baseUrlOf = (
  config: Pick<Config, 'FLOWLEDGER_PUBLIC_URL'>,
  request: Pick<FastifyRequest, 'protocol' | 'host'>,
): string =>
  (config.FLOWLEDGER_PUBLIC_URL ?? `${request.protocol}://${request.host}`).replace(/\/+$/, '');
