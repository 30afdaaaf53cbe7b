/**
 * One Kafka and one Postgres for all contract and e2e tests of this run, from Docker if it answers,
 * otherwise embedded. Tests find them by TEST_KAFKA_BROKERS and TEST_DATABASE_URL (a superuser's).
 */
import { registerHooks } from 'node:module';
import type { LocalStack } from '@libs/local-stack';

declare global {
  var flowledgerTestStack: LocalStack | undefined;
}

// Jest runs this file outside its own module system: nothing maps `./x.js` to `./x.ts` here.
registerHooks({
  resolve(specifier, context, nextResolve) {
    try {
      return nextResolve(specifier, context);
    } catch (error) {
      if (!specifier.startsWith('.') || !specifier.endsWith('.js')) throw error;
      return nextResolve(specifier.replace(/\.js$/, '.ts'), context);
    }
  },
});

export default async function globalSetup(): Promise<void> {
  // Several projects name this file; a second call must not start a second stack.
  if (globalThis.flowledgerTestStack !== undefined) return;
  const { startStack } = await import('@libs/local-stack');
  const stack = await startStack({
    fresh: true,
    log: (line) => process.stderr.write(`${line}\n`),
  });
  globalThis.flowledgerTestStack = stack;
  process.env['TEST_KAFKA_BROKERS'] = stack.kafkaBrokers;
  process.env['TEST_DATABASE_URL'] = stack.databaseUrl;
  // Brokers started by single tests come from the same provider.
  process.env['FLOWLEDGER_STACK'] = stack.provider;
}
