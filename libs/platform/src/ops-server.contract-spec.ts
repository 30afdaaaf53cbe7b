import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { pino } from 'pino';
import { type OpsServer, type OpsSources, startOpsServer } from './ops-server.js';

const logger = pino({ level: 'silent' });
const place = { port: 0, host: '127.0.0.1' };
const report = { status: 'ok', problems: [], topicDrift: null };
let current: OpsSources;
let ops: OpsServer;

beforeEach(async () => {
  current = {
    readiness: () => Promise.resolve(report),
    metrics: () => Promise.resolve('flowledger_up 1\n'),
  };
  ops = await startOpsServer(
    place,
    { readiness: () => current.readiness(), metrics: () => current.metrics() },
    logger,
  );
});
afterEach(() => ops.close());

const ask = async (path: string, init?: RequestInit) => {
  const answer = await fetch(ops.url + path, init);
  return { status: answer.status, headers: answer.headers, text: await answer.text() };
};

describe('the ops port', () => {
  it('has the metrics in the form that Prometheus reads', async () => {
    const { status, headers, text } = await ask('/metrics?name=x');
    expect([status, text]).toEqual([200, 'flowledger_up 1\n']);
    expect(headers.get('content-type')).toContain('version=0.0.4');
  });

  it('says why the process is not ready, and with which status', async () => {
    expect(await ask('/health/ready')).toMatchObject({ status: 200, text: JSON.stringify(report) });
    const problems = [{ part: 'kafka', problem: 'no broker answers' }];
    current = { ...current, readiness: () => Promise.resolve({ status: 'error', problems }) };
    const { status, text } = await ask('/health/ready');
    expect([status, JSON.parse(text)]).toEqual([503, { status: 'error', problems }]);
    expect((await ask('/health/live')).text).toBe('{"status":"ok"}');
  });

  it('answers HEAD without a body, and no other method', async () => {
    expect(await ask('/metrics', { method: 'HEAD' })).toMatchObject({ status: 200, text: '' });
    const { status, headers, text } = await ask('/metrics', { method: 'POST', body: 'x' });
    expect([status, headers.get('allow'), JSON.parse(text).code]).toEqual([
      405,
      'GET, HEAD',
      'METHOD_NOT_ALLOWED',
    ]);
  });

  it.each(['/', '/docs', '/api/v1/workflows', '/health', '/metrics/', '//metrics'])(
    'does not have %s',
    async (path) => {
      const { status, text } = await ask(path);
      expect([status, JSON.parse(text).code]).toEqual([404, 'NOT_FOUND']);
    },
  );

  it('tells nothing of a fault but that there was one, and goes on', async () => {
    const secret = 'postgres://user:hunter2@db';
    current = { ...current, metrics: () => Promise.reject(new Error(secret)) };
    const { status, text } = await ask('/metrics');
    expect([status, JSON.parse(text).code, text.includes('hunter2')]).toEqual([
      500,
      'INTERNAL',
      false,
    ]);
    expect((await ask('/health/live')).status).toBe(200);
  });

  it('refuses a port that is taken', async () => {
    const { port } = new URL(ops.url);
    await expect(
      startOpsServer({ ...place, port: Number(port) }, current, logger),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
