/**
 * `node bench/bus.mjs [CALLS]`: the CPU of a command on the api's bus next to a direct call of its
 * handler, in alternating rounds of one process. The handler does nothing, so the difference is
 * the bus: alone (`@nestjs/cqrs`), with the duration, and with a span that is exported to nowhere.
 */
import 'reflect-metadata';
import { Global, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { Command, CommandBus, CommandHandler } from '@nestjs/cqrs';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { setImmediate } from 'node:timers/promises';

const dist = new URL('../dist/', import.meta.url);
const from = (path) => import(new URL(path, dist));
const { Bus, BusModule } = await from('apps/api/src/bus/bus.js');
const { Metrics, noTracing, TRACING } = await from('libs/platform/src/index.js');
const { createOtelTracing } = await from('libs/platform/src/telemetry/otel-tracing.js');

const calls = Number(process.argv[2] ?? 20_000);
const rounds = Number(process.env.ROUNDS ?? 15);

class Nothing extends Command {}
class NothingHandler {
  execute() {
    return Promise.resolve(1);
  }
}
CommandHandler(Nothing)(NothingHandler);

async function busWith(tracing) {
  const providers = [Metrics, { provide: TRACING, useValue: tracing }];
  class PlatformOfBench {}
  Global()(PlatformOfBench);
  Module({ providers, exports: providers })(PlatformOfBench);
  class BenchModule {}
  Module({ imports: [PlatformOfBench, BusModule], providers: [NothingHandler] })(BenchModule);
  const app = await NestFactory.createApplicationContext(BenchModule, { logger: false });
  return { bus: app.get(Bus), commands: app.get(CommandBus), handler: app.get(NothingHandler) };
}

const toNowhere = {
  export: (_spans, done) => done({ code: 0 }),
  shutdown: () => Promise.resolve(),
};
const tracing = createOtelTracing(toNowhere, resourceFromAttributes({}), {});
const plain = await busWith(noTracing);
const traced = await busWith(tracing);
const ways = {
  'direct call': () => plain.handler.execute(new Nothing()),
  '@nestjs/cqrs alone': () => plain.commands.execute(new Nothing()),
  'bus, tracing off': () => plain.bus.execute(new Nothing()),
  'bus, tracing on': () => traced.bus.execute(new Nothing()),
};

async function microsecondsOf(call) {
  const before = process.cpuUsage();
  for (let i = 0; i < calls; i += 1) {
    await call();
    // Lets the spans be exported; else most are dropped, which is cheaper.
    if (i % 256 === 0) await setImmediate();
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / calls;
}

const median = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
const taken = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
for (let round = -2; round < rounds; round += 1) {
  for (const [name, call] of Object.entries(ways)) {
    const microseconds = await microsecondsOf(call);
    // The first rounds warm up.
    if (round >= 0) taken[name].push(microseconds);
  }
}
const floor = median(taken['direct call']);
for (const [name, values] of Object.entries(taken)) {
  const each = median(values);
  const [more, ratio] = [(each - floor).toFixed(2), (each / floor).toFixed(1)];
  console.log(`${name}: ${each.toFixed(2)} µs a call, +${more} µs, ${ratio}×`);
}
await tracing.shutdown();
