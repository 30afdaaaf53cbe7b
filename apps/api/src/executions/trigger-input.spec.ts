import { describe, expect, it } from '@jest/globals';
import { triggerInput } from './trigger-input.js';

async function headersOf(
  headers: Readonly<Record<string, string>>,
  provingHeader: string | null = null,
  hiddenHeader: string | null = null,
): Promise<Record<string, unknown>> {
  const request = {
    ...{ method: 'POST', headers, query: {}, body: null },
    ...{ provingHeader, hiddenHeader },
  };
  const input = await triggerInput(request, 0, (clear) => Promise.resolve(Buffer.from(clear)));
  return (input as { headers: Record<string, unknown> }).headers;
}

describe('the input of a webhook trigger', () => {
  it.each([
    'authorization',
    'cookie',
    'x-auth',
    'x-authorization',
    'x-api-key',
    'x-shared-key',
    'x-hub-signature-256',
    'x-gitlab-token',
  ])('has the header %s encrypted', async (name) => {
    expect(await headersOf({ [name]: 'clear' })).toEqual({ [name]: { $encrypted: 'Y2xlYXI=' } });
  });

  it.each(['content-type', 'idempotency-key', 'x-author', 'x-github-event'])(
    'has the header %s unencrypted',
    async (name) => {
      expect(await headersOf({ [name]: 'clear' })).toEqual({ [name]: 'clear' });
    },
  );

  it('has the header that authenticates callers encrypted, whatever its name', async () => {
    expect(await headersOf({ 'x-door': 'clear', 'x-other': 'y' }, 'x-door')).toEqual({
      'x-door': { $encrypted: 'Y2xlYXI=' },
      'x-other': 'y',
    });
  });

  it('leaves out the value of a header that carries a secret with hosts', async () => {
    expect(await headersOf({ authorization: 'Bearer clear' }, null, 'authorization')).toEqual({
      authorization: '***',
    });
  });
});
