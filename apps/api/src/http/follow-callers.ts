/** Whose connections a request takes: its account is known once the key was looked up. */
import { databaseCaller } from '@libs/persistence';
import type { FastifyInstance } from 'fastify';

export function followCallers(instance: FastifyInstance): void {
  const follow = (_request: unknown, _reply: unknown, done: () => void): void =>
    databaseCaller.run({ accountId: null }, done);
  instance.addHook('onRequest', follow);
  // The body is read in the context of its connection, so the context is set again.
  instance.addHook('preValidation', follow);
}
