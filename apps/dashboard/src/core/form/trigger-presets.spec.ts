import { describe, expect, it } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { blockSchemas } from './testing/block-schemas.js';
import { presetJson, presetOf, presetSenders } from './trigger-presets.js';

describe('the presets of trigger checks', () => {
  it.each(presetSenders)('%s passes the schema of the trigger, and is known again', (sender) => {
    const auth: unknown = JSON.parse(presetJson(sender, undefined));
    const validate = new Ajv2020({ strict: false }).compile(blockSchemas['webhook']!);
    expect([validate({ path: 'p', auth }), validate.errors]).toEqual([true, null]);
    expect(presetOf(auth)).toBe(sender);
  });

  it('keep the secret that the author chose', () => {
    const auth = { type: 'bearer', secret: '{{MINE}}' };
    expect(JSON.parse(presetJson('github', auth))).toEqual({
      type: 'hmac',
      secret: '{{MINE}}',
      header: 'x-hub-signature-256',
      prefix: 'sha256=',
      template: '{rawBody}',
    });
  });

  it('are known with defaults written out, and unknown once they differ', () => {
    const auth = JSON.parse(presetJson('stripe', undefined)) as object;
    expect(presetOf({ ...auth, algorithm: 'sha256', toleranceSeconds: 300 })).toBe('stripe');
    expect(presetOf({ ...auth, toleranceSeconds: 60 })).toBeNull();
    expect([presetOf(undefined), presetOf('x'), presetOf({ type: 'bearer' })]).toEqual([
      null,
      null,
      null,
    ]);
  });
});
