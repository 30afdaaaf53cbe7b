import { describe, expect, it } from '@jest/globals';
import { runCurl, shellQuoted } from './run-curl.js';

const call = { origin: 'http://localhost:3000', inputText: '{"id":1}', isDraft: false };

describe('the call that runs a workflow', () => {
  it('is that of its trigger, which needs no key', () => {
    const workflow = { id: 'w', triggerUrl: 'http://localhost:3000/api/webhooks/trigger/t/orders' };
    expect(runCurl({ ...call, workflow })).toBe(
      [
        `curl -X POST ${workflow.triggerUrl} \\`,
        `  -H 'content-type: application/json' \\`,
        `  -d '{"id":1}'`,
      ].join('\n'),
    );
  });

  it('names the key by a variable where it needs one', () => {
    const text = runCurl({ ...call, workflow: { id: 'w' }, isDraft: true });
    expect(text).toContain('x-api-key: $FLOWLEDGER_KEY');
    expect(text).toContain(`-d '{"input":{"id":1}}'`);
  });

  it('keeps quotes of the input', () => {
    expect(shellQuoted(`it's`)).toBe(`'it'\\''s'`);
  });
});
