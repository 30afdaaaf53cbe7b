/**
 * The last resort: an uncaught error that a request caused ends that request's connection, not the
 * process. An uncaught error of background work still ends the process, because its state is then
 * unknown.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AsyncLocalStorage } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';

interface GuardedRequest {
  readonly requestId: string;
  /**
   * Weak: a database connection opened during a request keeps this object, but must not retain the
   * request's body.
   */
  readonly response: WeakRef<ServerResponse>;
}

type ProcessEvents = Pick<NodeJS.Process, 'on' | 'off'>;

const current = new AsyncLocalStorage<GuardedRequest>();

/** Call before other hooks are added. */
export function followRequests(instance: FastifyInstance): void {
  const follow = (request: FastifyRequest, reply: FastifyReply, done: () => void): void =>
    current.run({ requestId: request.id, response: new WeakRef(reply.raw) }, done);
  instance.addHook('onRequest', follow);
  // The body is read in the context of its connection, so the context is set again.
  instance.addHook('preValidation', follow);
}

function endProcess(error: unknown, logger: Logger): void {
  logger.fatal({ err: error }, 'UNCAUGHT_ERROR');
  process.exit(1);
}

/** @returns a function that stops guarding */
export function guardProcess(
  logger: Logger,
  events: ProcessEvents = process,
  endWith: (error: unknown, logger: Logger) => void = endProcess,
): () => void {
  const onError = (error: unknown): void => {
    const guarded = current.getStore();
    if (guarded === undefined) {
      endWith(error, logger);
      return;
    }
    logger.error({ err: error, requestId: guarded.requestId }, 'REQUEST_ERROR_NOT_HANDLED');
    guarded.response.deref()?.destroy();
  };
  events.on('uncaughtException', onError);
  events.on('unhandledRejection', onError);
  return () => {
    events.off('uncaughtException', onError);
    events.off('unhandledRejection', onError);
  };
}
