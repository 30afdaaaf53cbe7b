/**
 * The whole api with an in-memory event log, for contract tests. Requests are injected without a
 * socket. An answer that the OpenAPI document does not describe fails the test.
 */
import 'reflect-metadata';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { OperationName, Operations } from '@libs/client';
import { topicDeclarations } from '@libs/contracts';
import { createMemoryEventLog, type EventLog } from '@libs/event-log';
import { noTracing, PlatformModule, traceRequests, type Tracing } from '@libs/platform';
import type { OutgoingHttpHeaders } from 'node:http';
import { ApiModule } from '../api.module.js';
import { configureApi, createApiAdapter } from '../http/api-adapter.js';
import { type ConnectionTimes, connectionTimes } from '../http/connection-times.js';
import { documentedAnswers } from './answers-of-api.js';
import type { TestDatabaseOfApi } from './test-database.js';

/** The body of every refusal. */
export interface Refusal {
  readonly error: string;
  readonly code: string;
  readonly requestId: string;
  /** Present if fields of the request are wrong. */
  readonly details: readonly { readonly field: string; readonly message: string }[];
}

/** The body of a named operation's answer; any other type is the body's own. */
type BodyOf<Of> = Of extends OperationName ? Operations[Of]['answer'] : Of;

/** `Of` is an operation's name or a body's type. An answer without it is read as a refusal. */
export interface Answer<Of = Refusal> {
  readonly status: number;
  readonly headers: OutgoingHttpHeaders;
  readonly body: BodyOf<Of>;
}

export interface TestRequest {
  readonly key?: string | undefined;
  readonly body?: unknown;
  /** Sent unchanged, with this content type. */
  readonly raw?: { readonly text: string | Buffer; readonly type?: string };
  readonly headers?: Readonly<Record<string, string>>;
}

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'HEAD' | 'OPTIONS';

export interface TestApi {
  readonly eventLog: EventLog;
  readonly app: NestFastifyApplication;
  request<Of = Refusal>(
    method: HttpMethod,
    path: string,
    request?: TestRequest,
  ): Promise<Answer<Of>>;
  close(): Promise<void>;
}

export interface TestApiParts {
  /** Default: a new one in memory. */
  readonly eventLog?: EventLog;
  readonly times?: ConnectionTimes;
  readonly tracing?: Tracing;
  /** Runs before routes are registered. */
  readonly prepare?: (app: NestFastifyApplication) => void;
}

/** Boots the ApiModule as `runProcess` does. */
export async function startTestApi(
  { config, database, logger }: Pick<TestDatabaseOfApi, 'config' | 'database' | 'logger'>,
  {
    eventLog = createMemoryEventLog(),
    times = connectionTimes,
    tracing = noTracing,
    prepare = () => undefined,
  }: TestApiParts = {},
): Promise<TestApi> {
  await eventLog.admin.ensureTopics(topicDeclarations(config.FLOWLEDGER_LEDGER_PARTITIONS));
  const platform = PlatformModule.forParts({ config, eventLog, database, logger, tracing });

  @Module({ imports: [platform, ApiModule] })
  class TestModule {}

  const trustedProxies = config.FLOWLEDGER_TRUSTED_PROXIES;
  const triggerUrl = config.FLOWLEDGER_TRIGGER_URL;
  const adapter = createApiAdapter({ trustedProxies, triggerUrl, times });
  if (tracing.enabled) traceRequests(adapter.getInstance(), tracing);
  const app = await NestFactory.create<NestFastifyApplication>(TestModule, adapter, {
    logger: false,
    bodyParser: false,
    abortOnError: false,
  });
  await configureApi(app);
  prepare(app);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return {
    eventLog,
    app,
    request: async (method, path, { key, body, raw, headers = {} } = {}) => {
      const type =
        raw === undefined ? (body === undefined ? undefined : 'application/json') : raw.type;
      const payload = raw?.text ?? (body === undefined ? undefined : JSON.stringify(body));
      const answer = await app.inject({
        method,
        url: path,
        headers: {
          ...(key !== undefined && { 'x-api-key': key }),
          ...(type !== undefined && { 'content-type': type }),
          ...headers,
        },
        ...(payload !== undefined && { payload }),
      });
      const contentType = answer.headers['content-type'] ?? '';
      const isJson = /[/+]json/.test(contentType);
      const read: unknown = isJson ? JSON.parse(answer.payload) : answer.payload;
      const { statusCode: status } = answer;
      const problem = documentedAnswers().problemOf({
        method,
        url: path,
        status,
        contentType,
        body: read,
      });
      if (problem !== null) throw new Error(`not as documented: ${problem}`);
      return { status, headers: answer.headers, body: read as never };
    },
    close: async () => {
      await app.close();
      await eventLog.close();
    },
  };
}

/** A workflow that passes every check: webhook trigger, then a response. */
export const validDefinition = (
  path: string,
): { readonly blocks: readonly object[]; readonly edges: readonly object[] } => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path } },
    {
      id: 'done',
      type: 'response',
      name: 'Done',
      config: { status: 200, body: { got: '<webhook.body>' } },
    },
  ],
  edges: [{ from: 'hook', to: 'done' }],
});
