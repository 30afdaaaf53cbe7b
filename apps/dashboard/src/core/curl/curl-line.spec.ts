import { describe, expect, it } from '@jest/globals';
import { execFileSync } from 'node:child_process';
import fc from 'fast-check';
import { curlLine } from './curl-line.js';

/** What a shell makes of the line. */
const wordsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', line.replace('curl', String.raw`printf '%s\0'`)], {
    env: { FLOWLEDGER_KEY: 'key' },
  })
    .toString()
    .split('\0')
    .slice(0, -1);

describe('curlLine', () => {
  it('reads a page of the API with the key as a variable', () => {
    expect(curlLine({ method: 'GET', url: 'http://localhost:3000/api/v1/logs?limit=10&q=a' })).toBe(
      `curl -sS 'http://localhost:3000/api/v1/logs?limit=10&q=a' -H "x-api-key: $FLOWLEDGER_KEY"`,
    );
  });

  it('sends a body, and no key to a trigger', () => {
    const url = 'http://localhost:3000/api/webhooks/trigger/w/orders';
    expect(curlLine({ method: 'POST', url, body: { id: "O'Hara" }, hasKey: false })).toBe(
      `curl -sS -X POST '${url}' -H 'content-type: application/json' -d '{"id":"O'\\''Hara"}'`,
    );
  });

  it('gives a shell exactly the body, whatever is in it', () => {
    const text = fc.string({
      unit: fc.constantFrom("'", '"', '$', '`', '\\', '\n', ' ', 'a', ';'),
    });
    fc.assert(
      fc.property(text, (note) => {
        const line = curlLine({ method: 'PUT', url: 'http://localhost/x', body: { note } });
        expect(wordsOf(line).at(-1)).toBe(JSON.stringify({ note }));
      }),
      { numRuns: 20 },
    );
  });
});
