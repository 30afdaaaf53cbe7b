import { describe, expect, it } from '@jest/globals';
import { checkDefinition } from '../check-definition.js';
import { convertSimWorkflow } from './convert-sim-workflow.js';
import { simWorkflow } from './sim-workflow.js';

interface Sub {
  readonly [id: string]: unknown;
}
const block = (id: string, type: string, name: string, values: Sub = {}, more: object = {}) => ({
  id,
  type,
  name,
  position: { x: 0, y: 0 },
  enabled: true,
  subBlocks: Object.fromEntries(
    Object.entries(values).map(([key, value]) => [key, { id: key, type: 'x', value }]),
  ),
  outputs: {},
  ...more,
});
const row = (Key: string, Value: string) => ({ id: Key, cells: { Key, Value } });
const edge = (source: string, target: string, sourceHandle = 'source') => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle,
  targetHandle: 'target',
});

/** A stored state: a webhook asks a model, checks the answer, replies. Slack has no equivalent. */
const exported = {
  blocks: {
    hook: block('hook', 'generic_webhook', 'Webhook 1', {
      triggerPath: 'orders/new',
      requireAuth: true,
      token: 'very-secret',
      allowedIps: '10.0.0.0/8, 192.0.2.1',
    }),
    call: block('call', 'api', 'API 1', {
      url: 'https://shop.example/orders/:id',
      method: 'POST',
      params: [row('source', 'sim'), row('', '')],
      headers: [row('Authorization', 'Bearer {{SHOP_TOKEN}}')],
      body: '{"order": "<webhook1.order>", "all": "<webhook1.body>"}',
      timeout: '5000',
      retries: 2,
    }),
    model: block('model', 'agent', 'Agent (v2)', {
      model: 'claude-sonnet-4-5',
      apiKey: 'sk-in-clear-text',
      systemPrompt: 'Be short',
      userPrompt: 'See <api1.data> and <function1.stdout>',
      temperature: 0.3,
      responseFormat:
        '{"name":"x","schema":{"type":"object","properties":{"ok":{"type":"boolean"}}}}',
      tools: [{ type: 'slack' }],
    }),
    code: block('code', 'function', 'Function 1', { code: 'return <api1.status> + 1' }),
    python: block('python', 'function', 'Python', { code: 'return 1', language: 'python' }),
    check: block('check', 'condition', 'Check', {
      conditions: JSON.stringify([
        { id: 'check-if', title: 'if', value: '<agent(v2).ok> === true' },
        { id: 'check-else-if-1', title: 'else if', value: '<api1.status> > 299' },
        { id: 'check-else', title: 'else', value: '' },
      ]),
    }),
    slack: block('slack', 'slack', 'Slack', { channel: '#x' }),
    yes: block('yes', 'response', 'Yes', {
      dataMode: 'json',
      data: '{"ts": "<slack.ts>", "branch": "<check.selectedOption>"}',
      status: '201',
      headers: [row('X-A', 'b')],
    }),
    no: block('no', 'response', 'No', {
      dataMode: 'structured',
      builderData: [
        { id: '1', name: 'why', type: 'string', value: '<variable.reason>' },
        {
          id: '2',
          name: 'more',
          type: 'object',
          value: [{ name: 'n', type: 'number', value: '3' }],
        },
      ],
    }),
    keyed: block('keyed', 'api', 'Keyed', {
      url: 'https://shop.example',
      headers: [row('X-Api-Key', 'in-clear-text-too')],
    }),
    old: block('old', 'api', 'Old', {}, { enabled: false }),
    nightly: block('nightly', 'schedule', 'Nightly', { scheduleType: 'daily', dailyTime: '02:30' }),
    memo: block('memo', 'note', 'Memo', { content: 'Ask Ann' }),
  },
  edges: [
    edge('hook', 'call'),
    edge('call', 'code'),
    edge('call', 'no', 'error'),
    edge('code', 'model'),
    edge('model', 'check'),
    edge('check', 'slack', 'condition-check-if'),
    edge('check', 'python', 'condition-check-else-if-1'),
    edge('check', 'no', 'condition-check-else'),
    edge('slack', 'yes'),
    edge('old', 'yes'),
  ],
  loops: {},
  parallels: {},
  variables: {
    v1: { id: 'v1', name: 'reason', type: 'string', value: 'none' },
    v2: { id: 'v2', name: 'limits', type: 'object', value: '{"max":3}' },
  },
};

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
      url: 'https://shop.example/orders/:id',
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

  it('keeps routers, evaluators, approvals and child workflows', () => {
    const childId = '6f1b7f2e-9c1e-4b53-9a57-0a35c2f2a111';
    const state = {
      blocks: {
        start: block('start', 'starter', 'Start'),
        router: block('router', 'router', 'Router 1', {
          prompt: 'Where does <start.input> belong?',
          model: 'gpt-4o',
          apiKey: '{{OPENAI}}',
        }),
        newer: block('newer', 'router_v2', 'Router 2.0', {
          context: '<router1.selectedRoute>',
          routes: JSON.stringify([
            { id: 'r-1', title: 'Sales & more', value: 'Wants to buy' },
            { id: 'r-2', title: 'error', value: 'Something broke' },
          ]),
        }),
        judge: block('judge', 'evaluator', 'Judge', {
          metrics: [
            { id: 'm', name: 'Tone', description: 'How kind', range: { min: 1, max: 5 } },
            { id: 'n', name: '' },
          ],
          content: '<start.input>',
          model: 'claude-sonnet-4-5',
        }),
        human: block('human', 'human_in_the_loop', 'Human', {
          builderData: [
            { id: 'f', name: 'score', type: 'number', value: '<judge.tone>' },
            { id: 'g', name: 'text', type: 'string', value: 'Is it good?' },
          ],
          notification: [{ type: 'slack' }],
          inputFormat: [{ id: 'a', name: 'approved', type: 'boolean' }],
        }),
        child: block('child', 'workflow_input', 'Child', {
          workflowId: childId,
          inputMapping: '{"who":"<human.approved>"}',
        }),
        older: block('older', 'workflow', 'Older', {
          workflowId: childId,
          input: '<child.result>',
        }),
        nobody: block('nobody', 'workflow', 'Nobody'),
        end: block('end', 'response', 'End', {
          dataMode: 'json',
          data: '{"by":"<human.submission.by>","at":"<human.submittedAt>","url":"<human.url>"}',
        }),
      },
      edges: [
        edge('start', 'router'),
        edge('router', 'judge'),
        edge('router', 'newer'),
        edge('router', 'end', 'error'),
        edge('newer', 'child', 'router-r-1'),
        edge('newer', 'older', 'router-r-2'),
        edge('judge', 'human'),
        edge('human', 'end'),
        edge('child', 'nobody'),
      ],
    };
    const { definition, report } = convertSimWorkflow(simWorkflow.parse(state));
    expect(checkDefinition(definition)).toMatchObject({ ok: true });
    const blocks = Object.fromEntries(definition.blocks.map((one) => [one.id, one]));
    expect(blocks['router_choice']).toMatchObject({
      type: 'agent',
      name: 'Router 1 choice',
      config: {
        provider: 'openai',
        apiKey: '{{OPENAI}}',
        userPrompt: 'Where does <Start.input> belong?',
        outputSchema: { properties: { route: { enum: ['Judge', 'Router-2-0'] } } },
      },
    });
    expect(blocks['router']).toMatchObject({
      type: 'router',
      config: {
        value: '<Router 1 choice.data.route>',
        routes: [
          { port: 'Judge', equals: 'Judge' },
          { port: 'Router-2-0', equals: 'Router-2-0' },
        ],
      },
    });
    expect(blocks['newer_choice']?.config).toMatchObject({
      userPrompt: '<Router 1 choice.data.route>',
      systemPrompt: expect.stringContaining(
        '- Sales-more: Wants to buy\n- route-2: Something broke',
      ),
    });
    for (const found of [
      { from: 'start', to: 'router_choice' },
      { from: 'router_choice', to: 'router' },
      { from: 'router_choice', to: 'end', port: 'error' },
      { from: 'router', to: 'judge', port: 'Judge' },
      { from: 'router', to: 'newer_choice', port: 'Router-2-0' },
      { from: 'newer', to: 'child', port: 'Sales-more' },
      { from: 'newer', to: 'older', port: 'route-2' },
    ])
      expect(definition.edges).toContainEqual(found);
    expect(blocks['judge']).toMatchObject({
      type: 'agent',
      config: {
        apiKey: '{{ANTHROPIC_API_KEY}}',
        outputSchema: {
          properties: { tone: { type: 'number', minimum: 1, maximum: 5 } },
          required: ['tone'],
        },
      },
    });
    expect(blocks['human']).toMatchObject({
      type: 'approval',
      config: { message: 'score: <Judge.data.tone>\ntext: Is it good?' },
    });
    expect(blocks['child']).toMatchObject({
      type: 'workflow',
      config: { workflowId: childId, input: { who: '<Human.data.approved>' } },
    });
    expect(blocks['older']?.config).toEqual({
      workflowId: childId,
      input: { input: '<Child.output>' },
    });
    expect(blocks['end']?.config['body']).toEqual({
      by: '<Human.data.by>',
      at: '<Human.resumedAt>',
      url: '<Human.resumeUrl>',
    });
    const said = Object.fromEntries(report.map((one) => [one.blockId, one]));
    expect(said).toMatchObject({
      router: { outcome: 'changed', becomes: 'router' },
      judge: { outcome: 'changed', becomes: 'agent' },
      human: { outcome: 'changed', becomes: 'approval' },
      child: { outcome: 'changed', becomes: 'workflow' },
      nobody: { outcome: 'placeholder', notes: ['It names no workflow'] },
    });
    expect(said['human']?.notes.join(' ')).toMatch(/30 days.*1 notifications.*approved/);
    expect(said['child']?.notes.join(' ')).toContain(childId);
  });

  it('gets placeholders for incomplete routers, evaluators and child workflows', () => {
    const blocks = {
      a: block('a', 'router', 'A', { prompt: 'x' }),
      b: block('b', 'router_v2', 'B', { routes: 'none' }),
      c: block('c', 'evaluator', 'C', { metrics: '<start.metrics>' }),
      d: block('d', 'workflow', 'D', { workflowId: '<start.id>' }),
    };
    const { report } = convertSimWorkflow(simWorkflow.parse({ blocks }));
    expect(report.map(({ outcome }) => outcome)).toEqual(Array(4).fill('placeholder'));
  });

  it.each([null, [], {}, { blocks: [] }, { blocks: { a: {} } }, { blocks: { a: { type: 1 } } }])(
    'is refused with an invalid shape: %j',
    (input) => {
      expect(simWorkflow.safeParse(input).success).toBe(false);
    },
  );
});
