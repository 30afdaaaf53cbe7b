/** Parts of a workflow as Sim exports it, and a whole one. */
interface Sub {
  readonly [id: string]: unknown;
}
export const block = (
  id: string,
  type: string,
  name: string,
  values: Sub = {},
  more: object = {},
) => ({
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
export const edge = (source: string, target: string, sourceHandle = 'source') => ({
  id: `${source}-${target}`,
  source,
  target,
  sourceHandle,
  targetHandle: 'target',
});

/** A stored state: a webhook asks a model, checks the answer, replies. Slack has no equivalent. */
export const exported = {
  blocks: {
    hook: block('hook', 'generic_webhook', 'Webhook 1', {
      triggerPath: 'orders/new',
      requireAuth: true,
      token: 'very-secret',
      allowedIps: '10.0.0.0/8, 192.0.2.1',
    }),
    call: block('call', 'api', 'API 1', {
      url: 'https://shop.example/orders/7',
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
