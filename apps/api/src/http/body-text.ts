/** Routes whose handlers need the text of a JSON body, besides its value. */
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    keepsBodyText?: true;
  }
  interface FastifyRequest {
    /** The JSON body as it was sent; only at routes with `@KeepsBodyText()`. */
    bodyText?: string;
  }
}

/** Other requests let go of the text, which may have ten megabytes, once it is parsed. */
export const KeepsBodyText = (): MethodDecorator => RouteConfig({ keepsBodyText: true });

export const keepsBodyText = ({ routeOptions }: FastifyRequest): boolean =>
  routeOptions.config.keepsBodyText === true;
