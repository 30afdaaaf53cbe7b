/** Bodies at trigger URLs, over HTTP. Nothing runs; every workflow answers at once. */
import { describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { createLimitedTrigger } from '../testing/limited-trigger.js';
import { openTestApi } from '../testing/open-test-api.js';
import type { Answer } from '../testing/test-api.js';
import { withTimeInWindow } from '../testing/limited-workflow.js';

const api = openTestApi({ listens: true });

describe('a body at a trigger URL', () => {
  const kib = 1024;
  const json = (size: number): string => JSON.stringify('x'.repeat(size - 2));
  const post = (url: string, text: string): Promise<Answer> =>
    api.request('POST', url, { raw: { text, type: 'application/json' } });
  /** Sends chunks until there is an answer. */
  const sendWithoutEnd = (url: string, piece: Buffer): Promise<object> =>
    new Promise((resolve, reject) => {
      let isAnswered = false;
      const sending = httpRequest(
        api.url + url,
        { method: 'POST', headers: { 'content-type': 'application/json' } },
        (response) => {
          isAnswered = true;
          textOf(response).then((text) => {
            resolve({ status: response.statusCode, body: JSON.parse(text) as unknown });
            sending.destroy();
          }, reject);
        },
      );
      // The server closes the connection while pieces are on their way.
      sending.on('error', (error) => {
        if (!isAnswered) reject(error);
      });
      const write = (): void => {
        while (!isAnswered && sending.write(piece));
        if (!isAnswered) sending.once('drain', write);
      };
      write();
    });
  const refusal = (limit: number) => ({
    status: 413,
    body: {
      code: 'BODY_TOO_LARGE',
      error: expect.stringMatching(`${limit} bytes .*"maxBodyBytes".*"triggerBodyBytes"`),
    },
  });

  it.each([
    ['a small limit of its configuration', { maxBodyBytes: 100 }, {}, 100],
    ['a large limit of its configuration', { maxBodyBytes: 40 * kib }, {}, 40 * kib],
    ['the limit of the plan', {}, { triggerBodyBytes: 50 * kib }, 50 * kib],
    ['the lower of both', { maxBodyBytes: 60 * kib }, { triggerBodyBytes: 30 * kib }, 30 * kib],
  ])('is taken up to %s, and refused above it', async (_, config, own, limit) => {
    const { url } = await createLimitedTrigger(api, config, own);
    expect((await post(url, json(limit))).status).toBe(202);
    expect(await post(url, json(limit + 1))).toMatchObject(refusal(limit));
  });

  it('is refused before it is read when its size is declared, and else when it grows too large', async () => {
    const { url } = await createLimitedTrigger(api, { maxBodyBytes: 64 * kib });
    expect(await sendWithoutEnd(url, Buffer.alloc(16 * kib, ' '))).toMatchObject(refusal(64 * kib));
    const broken = await post(url, '{"broken'.padEnd(65 * kib));
    expect(broken).toMatchObject(refusal(64 * kib));
    expect((await post(url, json(64 * kib))).status).toBe(202);
  });

  it('is refused before it is read at a limit that is known to be reached, unless it may be a repeat', async () => {
    const { url } = await createLimitedTrigger(api, { callsPerMinute: 1 });
    const large = { text: '{"broken'.padEnd(20 * kib), type: 'application/json' };
    const headers = { 'idempotency-key': 'may be known' };
    await withTimeInWindow(10_000);
    expect((await post(url, '{}')).status).toBe(202);
    expect((await post(url, '{}')).status).toBe(429);
    const unread = await api.request('POST', url, { raw: large });
    expect([unread.status, unread.headers.connection]).toEqual([429, 'close']);
    const read = await api.request('POST', url, { raw: large, headers });
    expect([read.status, read.body.code]).toEqual([400, 'MALFORMED_JSON']);
  });

  it('is refused with 404 at an unknown path, whatever its size', async () => {
    const unknown = await post(`/api/webhooks/trigger/${randomUUID()}/nobody`, json(100 * kib));
    expect([unknown.status, unknown.body.code]).toEqual([404, 'NOT_FOUND']);
  });

  it("counts for the account's bytes per minute, like a body of a caller with a key", async () => {
    const own = { requestBytesPerMinute: 40 * kib };
    const { tenant, url } = await createLimitedTrigger(api, {}, own);
    const id = await api.deploy(
      { blocks: [{ id: 'start', type: 'manual', name: 'Start', config: {} }] },
      tenant.apiKey,
    );
    const execute = (text: string): Promise<Answer> =>
      api.call('POST', `workflows/${id}/execute`, {
        ...{ key: tenant.apiKey, headers: { 'x-execution-mode': 'async' } },
        raw: { text, type: 'application/json' },
      });
    await withTimeInWindow(10_000);
    expect((await post(url, json(20 * kib))).status).toBe(202);
    expect((await execute(JSON.stringify({ t: json(18 * kib) }))).status).toBe(202);
    expect(await post(url, json(5 * kib))).toMatchObject({
      status: 429,
      body: { error: expect.stringContaining(`${32 * kib} bytes of request bodies per minute`) },
    });
    expect(await execute(json(41 * kib))).toMatchObject({
      status: 413,
      body: { error: expect.stringContaining('"requestBytesPerMinute"') },
    });
  });
});
