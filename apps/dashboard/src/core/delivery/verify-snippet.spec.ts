import { describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { verifySnippet } from './verify-snippet.js';

const secret = 'whsec_test';
const signed = { timestampMs: 1_764_339_192_318, body: '{"name":"Zoë","quote":"\\"","n":1e2}' };
const expected = createHmac('sha256', secret)
  .update(`${signed.timestampMs}.${signed.body}`)
  .digest('hex');
const header = `t=${signed.timestampMs},v1=${expected}`;

const printed = (command: string, args: readonly string[], input?: string): string =>
  spawnSync(command, args, {
    ...(input !== undefined && { input }),
    env: { ...process.env, SIGNING_SECRET: secret },
    encoding: 'utf8',
  }).stdout.trim();

describe('the snippet that checks a delivery', () => {
  it('prints the signature of these bytes in Node', () => {
    const text = verifySnippet('node', signed);
    expect(printed(process.execPath, ['--input-type=module'], text)).toBe(header);
  });

  it('names the time and the bytes in every language', () => {
    for (const language of ['node', 'python', 'go'] as const)
      expect(verifySnippet(language, signed)).toContain(`${signed.timestampMs}.`);
  });
});
