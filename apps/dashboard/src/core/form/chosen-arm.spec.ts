import { describe, expect, it } from '@jest/globals';
import { blockSchemas } from './testing/block-schemas.js';
import { applied } from './testing/applied.js';
import { armAt, type KeptValues, switchArm } from './chosen-arm.js';
import type { UnionField } from './field.js';
import { fieldsOf } from './fields-of.js';

function unionOf(type: string): UnionField {
  const union = fieldsOf(blockSchemas[type]!).find(({ kind }) => kind === 'union');
  if (union?.kind !== 'union') throw new Error(`${type} has no union`);
  return union;
}

const none: KeptValues = new Map();

describe('armAt', () => {
  it.each<[string, object, string | null]>([
    ['loop', { type: 'while', condition: 'true' }, 'While a condition is true'],
    ['loop', {}, null],
    ['loop', { type: 'until' }, null],
    ['schedule', { everySeconds: 60 }, 'At an interval'],
    ['schedule', { timezone: 'Europe/Berlin' }, 'At times (cron)'],
    ['router', { routes: [{ port: 'a', expression: 'true' }] }, 'By expressions'],
    ['router', { value: 1, routes: [] }, 'By a value'],
    ['router', { routes: [{ port: 'a' }] }, null],
    ['webhook', { auth: { type: 'bearer' } }, 'Bearer token'],
  ])('%s %j: %s', (type, config, title) => {
    const union = unionOf(type);
    expect(armAt(union, config, union.path)?.title ?? null).toBe(title);
  });
});

describe('switchArm', () => {
  it('brings back what the arm had, each time', () => {
    const cases: [string, object][] = [
      ['loop', { type: 'forEach', items: '<a.b>', failFast: false }],
      ['schedule', { cron: '0 9 * * *', timezone: 'Europe/Berlin', missed: 'skip' }],
      ['wait', { durationMs: 60_000 }],
      ['parallel', { items: [1, 2], concurrency: 2 }],
      [
        'router',
        {
          value: '<a.b>',
          routes: [
            { port: 'x', equals: 1 },
            { port: 'y', equals: 2 },
          ],
        },
      ],
      ['webhook', { path: 'p', auth: { type: 'hmac', header: 'x', secret: '{{S}}' } }],
    ];
    for (const [type, config] of cases) {
      const union = unionOf(type);
      const at = union.path;
      const start = armAt(union, config, at);
      for (const arm of union.arms) {
        const away = switchArm(union, arm, { config, at, kept: none });
        const there = applied(config, away.edits);
        const isKnown = arm === start || union.discriminator.by === 'field';
        if (isKnown) expect(armAt(union, there, at)).toBe(arm);
        const back = switchArm(union, start, { config: there, at, kept: away.kept });
        expect(applied(there, back.edits)).toEqual(config);
      }
    }
  });

  it('leaves an optional union out, and brings it back', () => {
    const union = unionOf('webhook');
    const config = { path: 'p', auth: { type: 'bearer', secret: '{{S}}' } };
    const out = switchArm(union, null, { config, at: ['auth'], kept: none });
    expect(applied(config, out.edits)).toEqual({ path: 'p' });
    const [bearer] = union.arms;
    const back = switchArm(union, bearer!, { config: { path: 'p' }, at: ['auth'], kept: out.kept });
    expect(applied({ path: 'p' }, back.edits)).toEqual(config);
  });
});
