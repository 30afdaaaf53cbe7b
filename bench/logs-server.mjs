/**
 * One of two servers on a database of logs, in its own process. `api` is the product's api with an
 * in-memory event log, because nothing runs here. `floor` is a bare Fastify handler that runs the
 * same statement and answers the same bytes. Prints its port.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import fastify from 'fastify';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';

const [kind, databaseUrl] = process.argv.slice(2);
const dist = new URL('../dist/', import.meta.url);
const from = (path) => import(new URL(path, dist));

async function startApi() {
  const { ApiModule, configureApi, createApiAdapter } = await from('apps/api/src/index.js');
  const { loadConfig } = await from('libs/config/src/index.js');
  const { topicDeclarations } = await from('libs/contracts/src/index.js');
  const { createMemoryEventLog } = await from('libs/event-log/src/index.js');
  const { openDatabase } = await from('libs/persistence/src/index.js');
  const { collectSeldom, PlatformModule } = await from('libs/platform/src/index.js');
  collectSeldom();
  const config = loadConfig({
    DATABASE_URL: databaseUrl,
    KAFKA_BROKERS: '127.0.0.1:1',
    MASTER_KEY: randomBytes(32).toString('base64'),
    FLOWLEDGER_LOGS_PER_MINUTE: '100000000',
  });
  const eventLog = createMemoryEventLog();
  await eventLog.admin.ensureTopics(topicDeclarations(config.FLOWLEDGER_LEDGER_PARTITIONS));
  const database = await openDatabase({
    url: databaseUrl,
    poolSize: 10,
    applicationName: 'bench-api',
  });
  const logger = pino({ level: 'silent' });
  class BenchModule {}
  Module({
    imports: [PlatformModule.forParts({ config, eventLog, database, logger }), ApiModule],
  })(BenchModule);
  const app = await NestFactory.create(BenchModule, createApiAdapter(), {
    logger: false,
    bodyParser: false,
  });
  await configureApi(app);
  await app.listen(0, '127.0.0.1');
  return app.getHttpServer().address().port;
}

/** The same statements and bytes, without authentication, rate limits and query validation. */
async function startFloor() {
  const { asTheApis, logStatements } = await import('./logs-statements.mjs');
  const { logEntryOf } = await from('apps/api/src/logs/list/log-view.js');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10, options: asTheApis });
  // The parts that the api adds to the rows; they are fixed for the run.
  const { nextCursor, limits } = JSON.parse(process.env.ANSWER_PARTS);
  const known = new Map();
  const app = fastify();
  app.get('/api/v1/logs', async ({ url, query }, reply) => {
    const prepared = known.get(url) ?? logStatements(pool, query);
    known.set(url, prepared);
    const { rows } = await pool.query(await prepared());
    reply.header('content-type', 'application/json; charset=utf-8');
    const page = rows.filter((row) => row.is_match ?? true).slice(0, Number(query.limit ?? 100));
    return JSON.stringify({ data: page.map(logEntryOf), nextCursor, limits });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server.address().port;
}

const port = await (kind === 'api' ? startApi() : startFloor());
process.stdout.write(`${JSON.stringify({ port })}\n`);
