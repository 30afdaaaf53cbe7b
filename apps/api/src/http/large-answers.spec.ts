import { describe, expect, it } from '@jest/globals';
import fastify from 'fastify';
import { sendLargeAnswersInParts } from './large-answers.js';

async function answered(payload: string | Buffer): Promise<{ bytes: Buffer; length: unknown }> {
  const instance = fastify();
  sendLargeAnswersInParts(instance);
  instance.get('/', (_request, reply) => reply.type('text/plain').send(payload));
  const { rawPayload, headers } = await instance.inject('/');
  await instance.close();
  return { bytes: rawPayload, length: headers['content-length'] };
}

const mebi = 1_024 * 1_024;

describe('a response', () => {
  it.each([
    ['small text', 'x'],
    ['several parts', 'x'.repeat(3 * mebi + 5)],
    ['a surrogate pair across two parts', `${'x'.repeat(mebi - 1)}🌍${'é'.repeat(mebi)}`],
    ['binary data', Buffer.alloc(2 * mebi + 1, 7)],
  ])('arrives unchanged with its length: %s', async (_, payload) => {
    const whole = Buffer.from(payload as string);
    const { bytes, length } = await answered(payload);
    expect([bytes.equals(whole), length]).toEqual([true, String(whole.length)]);
  });
});
