/** How editors show the block types: title, summary, category, icon and a valid example. */

type BlockCategory = 'trigger' | 'action' | 'logic' | 'flow' | 'data' | 'answer' | 'note';

export interface BlockPresentation {
  readonly title: string;
  readonly summary: string;
  readonly category: BlockCategory;
  /** Name of an icon in the Lucide set. */
  readonly icon: string;
  /** A configuration that passes its schema. */
  readonly example: Readonly<Record<string, unknown>>;
}

/** By type. */
export const catalogue: Readonly<Record<string, BlockPresentation>> = {
  webhook: {
    title: 'Webhook',
    summary: 'Starts on a request to its own URL.',
    ...{ category: 'trigger', icon: 'webhook' },
    example: { path: 'order-intake', auth: { type: 'bearer', secret: '{{WEBHOOK_TOKEN}}' } },
  },
  api_trigger: {
    title: 'API call',
    summary: 'Starts on a call of the execute endpoint.',
    ...{ category: 'trigger', icon: 'terminal', example: {} },
  },
  manual: {
    title: 'Manual',
    summary: 'Starts when a person runs it.',
    ...{ category: 'trigger', icon: 'mouse-pointer-click', example: {} },
  },
  chat: {
    title: 'Chat',
    summary: 'Starts on a message of a conversation.',
    ...{ category: 'trigger', icon: 'message-circle', example: {} },
  },
  schedule: {
    title: 'Schedule',
    summary: 'Starts at set times.',
    ...{ category: 'trigger', icon: 'calendar-clock' },
    example: { cron: '0 9 * * 1-5', timezone: 'Europe/Berlin' },
  },
  api: {
    title: 'HTTP request',
    summary: 'Calls a URL, with retries, and gives its answer.',
    ...{ category: 'action', icon: 'globe' },
    example: {
      method: 'GET',
      url: 'https://shop.example/orders/:id',
      pathParams: { id: '<webhook.body.id>' },
      headers: [{ key: 'Authorization', value: 'Bearer {{SHOP_KEY}}' }],
    },
  },
  agent: {
    title: 'Agent',
    summary: 'Asks a language model, which may call HTTP request blocks as tools.',
    ...{ category: 'action', icon: 'bot' },
    example: {
      model: 'gpt-4o-mini',
      apiKey: '{{OPENAI_KEY}}',
      userPrompt: '<webhook.body.question>',
    },
  },
  condition: {
    title: 'Condition',
    summary: 'Follows the first port whose expression is true.',
    ...{ category: 'logic', icon: 'git-branch' },
    example: {
      conditions: [{ port: 'large', expression: '<webhook.body.total> > 100' }, { port: 'else' }],
    },
  },
  router: {
    title: 'Router',
    summary: 'Follows one of many ports, by a value or by expressions.',
    ...{ category: 'logic', icon: 'split' },
    example: {
      value: '<webhook.body.country>',
      routes: [{ port: 'germany', equals: 'DE' }],
      otherwise: 'other',
    },
  },
  function: {
    title: 'Function',
    summary: 'Runs JavaScript in a sandbox and gives what it returns.',
    ...{ category: 'data', icon: 'code' },
    example: { code: 'return <webhook.body.items>.length;' },
  },
  variables: {
    title: 'Variables',
    summary: 'Computes named values and sets variables of the workflow.',
    ...{ category: 'data', icon: 'variable' },
    example: { values: { total: '<webhook.body.total>' } },
  },
  loop: {
    title: 'Loop',
    summary: 'Repeats its body, one iteration after another.',
    ...{ category: 'flow', icon: 'repeat' },
    example: { type: 'forEach', items: '<webhook.body.items>' },
  },
  parallel: {
    title: 'Parallel',
    summary: 'Repeats its body, several iterations at a time.',
    ...{ category: 'flow', icon: 'rows-3' },
    example: { items: '<webhook.body.items>', concurrency: 5 },
  },
  workflow: {
    title: 'Workflow',
    summary: 'Runs another workflow of the workspace and waits for its end.',
    ...{ category: 'flow', icon: 'workflow' },
    example: {
      workflowId: '0197f2b4-5c1e-7d3a-9b8c-1f2e3d4c5b6a',
      input: { order: '<webhook.body>' },
    },
  },
  wait: {
    title: 'Wait',
    summary: 'Goes on after a duration, or at a time.',
    ...{ category: 'flow', icon: 'hourglass', example: { durationMs: 60_000 } },
  },
  approval: {
    title: 'Approval',
    summary: 'Waits for the answer of a person.',
    ...{ category: 'flow', icon: 'user-check' },
    example: { message: 'Refund <webhook.body.total> euros?', expiresInMs: 86_400_000 },
  },
  response: {
    title: 'Response',
    summary: 'Answers the caller: status, headers and body.',
    ...{ category: 'answer', icon: 'reply' },
    example: { status: 200, body: { received: '<webhook.body>' } },
  },
  note: {
    title: 'Note',
    summary: 'Text for readers of the workflow.',
    ...{
      category: 'note',
      icon: 'sticky-note',
      example: { text: 'Orders of the shop arrive here.' },
    },
  },
};
