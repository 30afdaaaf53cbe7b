/** What the port of the api tells everybody about its process, with an ops port and without. */
import { describe, expect, it } from '@jest/globals';
import { openTestApi } from '../testing/open-test-api.js';

interface Document {
  readonly paths: Readonly<Record<string, object>>;
}

describe('with an ops port, the port of the api', () => {
  const api = openTestApi({ env: { FLOWLEDGER_OPS_PORT: '9464' } });

  it('says whether the process is ready, and not why', async () => {
    const { status, body } = await api.request<object>('GET', '/health/ready');
    expect(body).toEqual({ status: status === 200 ? 'ok' : 'error' });
    const live = await api.request<object>('GET', '/health/live');
    expect([live.status, live.body]).toEqual([200, { status: 'ok' }]);
  });

  it('has no metrics, and its document names none', async () => {
    const { status, body } = await api.request('GET', '/metrics');
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    const { paths } = (await api.request<Document>('GET', '/openapi.json')).body;
    expect(Object.keys(paths).filter((path) => /health|metrics/.test(path))).toEqual([
      '/health/live',
      '/health/ready',
    ]);
  });
});

describe('without an ops port, the port of the api', () => {
  const api = openTestApi();

  it('has the reasons of readiness and the metrics, as manifests of earlier releases expect', async () => {
    const ready = await api.request<object>('GET', '/health/ready');
    expect(Object.keys(ready.body).sort()).toEqual([
      'consumers',
      'details',
      'problems',
      'status',
      'topicDrift',
    ]);
    const { status, body } = await api.request<string>('GET', '/metrics');
    expect([status, body.includes('flowledger_http_request_seconds')]).toEqual([200, true]);
  });
});
