import { describe, expect, it } from '@jest/globals';
import { gunzipSync } from 'node:zlib';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();

const definitionOf = (text: string): object => ({
  blocks: [
    { id: 'start', type: 'manual', name: 'Start', config: {} },
    { id: 'v', type: 'variables', name: 'V', config: { values: { text } } },
  ],
  edges: [{ from: 'start', to: 'v' }],
});

async function stored(text: string): Promise<string> {
  const body = { name: 'w', definition: definitionOf(text) };
  const answer = await api.call<'createWorkflow'>('POST', 'workflows', { body });
  expect(answer.status).toBe(201);
  return answer.body.data.id;
}

async function cookie(): Promise<string> {
  const body = { apiKey: api.tenant.apiKey };
  const { headers } = await api.request('POST', '/api/v1/sessions', { body });
  return String(headers['set-cookie']).split(';')[0] ?? '';
}

const ask = async (id: string, headers: Readonly<Record<string, string>>) => {
  const url = `/api/v1/workflows/${id}`;
  const answer = await api.app.inject({ url, headers: { 'accept-encoding': 'gzip', ...headers } });
  return { ...answer, headers: answer.headers, bytes: answer.rawPayload };
};

describe('an answer to a page', () => {
  it.each([2_000, 900_000])('of %p bytes is compressed, and says so', async (length) => {
    const id = await stored('añ🌍b'.repeat(length / 10));
    const plain = await ask(id, { 'x-api-key': api.tenant.apiKey });
    expect(plain.headers).not.toHaveProperty('content-encoding');
    const packed = await ask(id, { cookie: await cookie() });
    expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(packed.headers.vary).toContain('accept-encoding');
    expect(packed.bytes.length).toBeLessThan(plain.bytes.length / 2);
    expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
  });

  it.each(['identity', 'gzip;q=0', 'br'])('is not compressed for %s', async (accepted) => {
    const id = await stored('a'.repeat(2_000));
    const headers = { cookie: await cookie(), 'accept-encoding': accepted };
    expect((await ask(id, headers)).headers).not.toHaveProperty('content-encoding');
  });

  it('is sent as it is when it is small', async () => {
    const url = '/api/v1/auth/methods';
    const headers = { cookie: await cookie(), 'accept-encoding': 'gzip' };
    const answer = await api.app.inject({ url, headers });
    expect([answer.statusCode, answer.headers['content-encoding']]).toEqual([200, undefined]);
  });
});
