import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from '../check-definition.js';
import { convertSimWorkflow } from './convert-sim-workflow.js';
import { block, edge, exported } from '../testing/sim-export.js';
import { simWorkflow } from './sim-workflow.js';

const converted = convertSimWorkflow(simWorkflow.parse({ version: '1.0', state: exported }));
const configOf = (id: string) => converted.definition.blocks.find((one) => one.id === id)?.config;
const reportOf = (id: string) => converted.report.find(({ blockId }) => blockId === id);

describe('an export that is too large', () => {
  const block = { type: 'starter', name: 'Start' };
  const many = <T>(length: number, one: T): T[] => Array.from({ length }, () => one);

  it.each([
    ['blocks', { blocks: Object.fromEntries(many(1_001, block).map((one, n) => [n, one])) }],
    ['edges', { blocks: {}, edges: many(5_001, { source: 'a', target: 'b' }) }],
    ['values', { blocks: {}, variables: many(600_000, 1) }],
    ['characters', { blocks: {}, variables: ['x'.repeat(5_000_000)] }],
  ])('is refused for too many %s', (_, exported) => {
    expect(simWorkflow.safeParse(exported).success).toBe(false);
  });
});

describe('a workflow exported from Sim', () => {
  it('passes every check after conversion', () => {
    expect(checkDefinition(converted.definition)).toMatchObject({ ok: true });
    expect(converted.definition.variables).toEqual({ reason: 'none', limits: { max: 3 } });
  });

  it('keeps the configuration of its blocks', () => {
    expect(configOf('hook')).toEqual({
      path: 'orders-new',
      auth: { type: 'bearer', secret: '{{WEBHOOK_TOKEN}}' },
      allowedIps: ['10.0.0.0/8', '192.0.2.1'],
    });
    expect(configOf('call')).toEqual({
      method: 'POST',
      url: 'https://shop.example/orders/7',
      query: [{ key: 'source', value: 'sim' }],
      headers: [{ key: 'Authorization', value: 'Bearer {{SHOP_TOKEN}}' }],
      body: { order: '<Webhook 1.body.order>', all: '<Webhook 1.body>' },
      timeoutMs: 5000,
      retry: { maxRetries: 2 },
    });
    expect(configOf('model')).toMatchObject({
      provider: 'anthropic',
      apiKey: '{{ANTHROPIC_API_KEY}}',
      userPrompt: 'See <API 1.data> and <Function 1.console>',
      outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
    });
    expect(configOf('check')?.['conditions']).toEqual([
      { port: 'if', expression: '<Agent v2.data.ok> === true' },
      { port: 'else-if-1', expression: '<API 1.status> > 299' },
      { port: 'else' },
    ]);
    expect(configOf('yes')).toMatchObject({
      status: 201,
      body: { ts: '<Slack.result.ts>', branch: '<Check.port>' },
    });
    expect(configOf('no')?.['body']).toEqual({ why: '<variable.reason>', more: { n: 3 } });
    expect(converted.definition.edges).toContainEqual({ from: 'call', to: 'no', port: 'error' });
    expect(converted.definition.edges).toContainEqual({ from: 'check', to: 'slack', port: 'if' });
  });

  it('gets a report on every block', () => {
    expect(converted.report).toHaveLength(Object.keys(exported.blocks).length);
    expect(reportOf('call')).toMatchObject({ outcome: 'converted', becomes: 'api', notes: [] });
    expect(reportOf('slack')).toMatchObject({ outcome: 'placeholder', type: 'slack' });
    expect(reportOf('python')).toMatchObject({ outcome: 'placeholder' });
    expect(reportOf('old')).toMatchObject({ outcome: 'left-out', becomes: null });
    expect(reportOf('nightly')).toMatchObject({ outcome: 'left-out' });
    const notes = reportOf('model')?.notes.join(' ');
    for (const said of ['ANTHROPIC_API_KEY', '1 tools', 'Agent v2']) expect(notes).toContain(said);
  });

  it('is converted without its credentials', () => {
    const text = JSON.stringify(converted);
    for (const secret of ['very-secret', 'sk-in-clear-text', 'in-clear-text-too'])
      expect(text).not.toContain(secret);
  });

  it.each([
    [{ scheduleType: 'minutes', minutesInterval: '15' }, { everySeconds: 900 }],
    [
      { scheduleType: 'hourly', hourlyMinute: '5' },
      { cron: '5 * * * *', timezone: 'UTC' },
    ],
    [
      {
        scheduleType: 'weekly',
        weeklyDay: 'FRI',
        weeklyDayTime: '09:05',
        timezone: 'Europe/Berlin',
      },
      { cron: '5 9 * * 5', timezone: 'Europe/Berlin' },
    ],
    [
      { scheduleType: 'monthly', monthlyDay: '31', monthlyTime: '0:00' },
      { cron: '0 0 31 * *', timezone: 'UTC' },
    ],
    [
      { scheduleType: 'custom', cronExpression: '1 2 3 4 5' },
      { cron: '1 2 3 4 5', timezone: 'UTC' },
    ],
  ])('keeps the schedule %j', (values, config) => {
    const blocks = { s: block('s', 'schedule', 'Nightly', values) };
    const { definition } = convertSimWorkflow(simWorkflow.parse({ blocks }));
    expect(definition.blocks[0]).toMatchObject({ type: 'schedule', config });
  });

  it('keeps loops, parallels and waits, with the ports "each" and "out"', () => {
    const state = {
      blocks: {
        start: block('start', 'starter', 'Start'),
        each: block('each', 'loop', 'Each', {}, { data: { loopType: 'forEach', count: 3 } }),
        call: block('call', 'api', 'Call', { url: 'https://a.example/<loop.currentItem>' }),
        pause: block('pause', 'wait', 'Pause', { timeValue: '2', timeUnit: 'minutes' }),
        many: block('many', 'parallel', 'Many', {}, { data: { parallelType: 'count', count: 4 } }),
        inner: block('inner', 'function', 'Inner', { code: 'return <parallel.index>' }),
        end: block('end', 'response', 'End', {
          dataMode: 'json',
          data: '{"all":"<each.results>"}',
        }),
      },
      edges: [
        edge('start', 'each'),
        edge('each', 'call', 'loop-start-source'),
        edge('call', 'pause'),
        edge('each', 'many', 'loop-end-source'),
        edge('many', 'inner', 'parallel-start-source'),
        edge('many', 'end', 'parallel-end-source'),
      ],
      loops: { each: { id: 'each', nodes: ['call', 'pause'], forEachItems: '["a","b"]' } },
      parallels: { many: { id: 'many', nodes: ['inner'], batchSize: 2 } },
    };
    const { definition, report } = convertSimWorkflow(simWorkflow.parse(state));
    expect(checkDefinition(definition)).toMatchObject({ ok: true });
    expect(report.map(({ outcome }) => outcome)).not.toContain('placeholder');
    const configs = Object.fromEntries(definition.blocks.map(({ id, config }) => [id, config]));
    expect(configs).toMatchObject({
      each: { type: 'forEach', items: ['a', 'b'] },
      pause: { durationMs: 120_000 },
      many: { count: 4, concurrency: 2 },
    });
    expect(definition.edges).toContainEqual({ from: 'each', to: 'call', port: 'each' });
    expect(definition.edges).toContainEqual({ from: 'each', to: 'many', port: 'out' });
  });

  it.each([null, [], {}, { blocks: [] }, { blocks: { a: {} } }, { blocks: { a: { type: 1 } } }])(
    'is refused with an invalid shape: %j',
    (input) => {
      expect(simWorkflow.safeParse(input).success).toBe(false);
    },
  );
});
