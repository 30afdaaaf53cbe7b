/**
 * One of two servers on a database of logs, as a process of its own: `api` is the product's api (with an event log in memory: nothing
 * runs here), `floor` a bare Fastify handler that runs the same statement and answers the same bytes. Prints its port.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import fastify from 'fastify';
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';

const [kind, databaseUrl, workspaceId] = process.argv.slice(2);
const dist = new URL('../dist/', import.meta.url);
const from = (path) => import(new URL(path, dist));

async function startApi() {
  const { ApiModule, configureApi, createApiAdapter } = await from('apps/api/src/index.js');
  const { loadConfig } = await from('libs/config/src/index.js');
  const { topicDeclarations } = await from('libs/contracts/src/index.js');
  const { createMemoryEventLog } = await from('libs/event-log/src/index.js');
  const { openDatabase } = await from('libs/persistence/src/index.js');
  const { PlatformModule } = await from('libs/platform/src/index.js');
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

async function startFloor() {
  const { logParameters } = await from('apps/api/src/logs/log-parameters.js');
  const { listLogsQuery } = await from('apps/api/src/logs/log.sql.js');
  const { logEntryOf } = await from('apps/api/src/logs/log-view.js');
  pg.types.setTypeParser(pg.types.builtins.INT8, Number);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  const query = listLogsQuery(logParameters.parse({ workspaceId, limit: '100' }), null, null);
  // What the api adds to the rows, once and for all.
  const { nextCursor, limits } = JSON.parse(process.env.ANSWER_PARTS);
  const app = fastify();
  app.get('/api/v1/logs', async (_request, reply) => {
    const { rows } = await pool.query(query);
    reply.header('content-type', 'application/json; charset=utf-8');
    return JSON.stringify({ data: rows.slice(0, 100).map(logEntryOf), nextCursor, limits });
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return app.server.address().port;
}

const port = await (kind === 'api' ? startApi() : startFloor());
process.stdout.write(`${JSON.stringify({ port })}\n`);
