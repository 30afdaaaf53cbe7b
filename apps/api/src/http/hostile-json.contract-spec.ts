/** Bodies, forms and queries whose keys have a meaning in JavaScript. */
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeRecord, topics } from '@libs/contracts';
import { openTestApi } from '../testing/open-test-api.js';

const api = openTestApi();

/** A refused call has no data. */
interface Accepted {
  readonly data?: { readonly executionId: string };
}

let url: string;

beforeAll(async () => {
  const config = { path: 'hostile' };
  await api.deploy({ blocks: [{ id: 'hook', type: 'webhook', name: 'Hook', config }] });
  url = await api.triggerPath('hostile');
});

/** The input that the log of requests has for an execution; empty when it has no such request. */
async function recordedInput(executionId: string | undefined): Promise<string> {
  let input = '';
  for (const [partition, end] of await api.eventLog.admin.endOffsets(topics.requests))
    await api.eventLog.readRange({ topic: topics.requests, partition }, 0, end, (records) => {
      for (const { value } of records) {
        const record = decodeRecord(value);
        if (record.type === 'ExecutionRequested' && record.data.executionId === executionId)
          input = record.data.input;
      }
    });
  return input;
}

const isPolluted = (): boolean =>
  'polluted' in {} || 'polluted' in [] || 'polluted' in (() => undefined);

const form = 'application/x-www-form-urlencoded';
const nested = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

describe('a trigger call', () => {
  it.each([
    ['a prototype in JSON', '', '{"__proto__":{"polluted":1}}', 'application/json'],
    ['a prototype deep in JSON', '', '{"a":[{"__proto__":{"polluted":1}}]}', 'application/json'],
    ['an escaped prototype', '', '{"\\u005f_proto__":{"polluted":1}}', 'application/json'],
    [
      'a constructor in JSON',
      '',
      '{"constructor":{"prototype":{"polluted":1}}}',
      'application/json',
    ],
    ['a prototype in a form', '', '__proto__=1&__proto__[polluted]=1', form],
    ['a prototype in the query', '?__proto__[polluted]=1&__proto__=2', '{}', 'application/json'],
    ['a constructor in the query', '?constructor.prototype.polluted=1', '{}', 'application/json'],
    ['a method in a form', '', 'toString=1&hasOwnProperty=2&valueOf=3', form],
  ])('with %s does not pollute a prototype', async (_, query, text, type) => {
    const raw = { text, type };
    const { status, body } = await api.request<Accepted>('POST', url + query, { raw });
    expect([202, 400, 415]).toContain(status);
    expect(isPolluted()).toBe(false);
    const id = body.data?.executionId;
    const input = JSON.parse((await recordedInput(id)) || '{}') as { polluted?: unknown };
    expect(input.polluted).toBeUndefined();
  });

  it('decodes a form as browsers encode it, even with a million spaces', async () => {
    const text = `a=1+2%2B3&b=%&c=${'+'.repeat(1_000_000)}`;
    const raw = { text, type: form };
    const { status, body } = await api.request<Accepted>('POST', url, { raw });
    expect(status).toBe(202);
    const recorded = await recordedInput(body.data?.executionId);
    const { c = '', ...others } = (JSON.parse(recorded) as { body: Record<string, string> }).body;
    expect(others).toEqual({ a: '1 2+3', b: '%' });
    // Not compared as a whole: printing the difference would take minutes.
    expect([c.length, c.trim()]).toEqual([1_000_000, '']);
  });

  it('accepts JSON with 190 levels and refuses 220', async () => {
    const statusOf = async (text: string): Promise<number> => {
      const raw = { text, type: 'application/json' };
      return (await api.request('POST', url, { raw })).status;
    };
    expect([await statusOf(nested(190)), await statusOf(nested(220))]).toEqual([202, 400]);
  });
});
