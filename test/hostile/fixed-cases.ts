/** Attacks that once stopped the service, exactly as they were. */
import { text } from './recipe.js';
import type { Scenario } from './scenario.js';
import type { TestDefinition } from '../support/workflows.js';

/** webhook -> response with this configuration. */
const answering = (config: Record<string, unknown>, methods = ['POST']): TestDefinition => ({
  blocks: [
    { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: '{path}', methods } },
    { id: 'answer', type: 'response', name: 'Answer', config },
  ],
  edges: [{ from: 'hook', to: 'answer' }],
});

const post = { target: { kind: 'trigger' }, method: 'POST', headers: [] } as const;

const reflectedHeader: Scenario = {
  name: 'a response header that reflects a character beyond Latin-1',
  definition: answering(
    { status: 302, headers: [{ key: 'location', value: '<webhook.query.next>' }], body: 'go' },
    ['GET'],
  ),
  calls: [{ target: { kind: 'trigger', query: '?next=%F0%9F%8C%8D' }, method: 'GET', headers: [] }],
};

const trailer: Scenario = {
  name: 'a response header named trailer',
  definition: answering({ status: 200, headers: [{ key: 'trailer', value: 'x' }], body: 'go' }),
  calls: [{ ...post, body: {} }],
};

const memoryBomb: Scenario = {
  name: 'a response body that repeats a reference of 8 MB 540 times',
  definition: answering({
    status: 200,
    body: Object.fromEntries(
      Array.from({ length: 9 }, (_, n) => [`f${n}`, text(['<webhook.body.t>', 60])]),
    ),
  }),
  calls: [{ ...post, body: { t: text(['a', 8_000_000]) } }],
};

const quadraticMasking: Scenario = {
  name: 'a credential of 14 KB that nearly occurs in a body of 4.5 MB',
  definition: answering({ status: 200, body: { got: '<webhook.body.t>' } }),
  calls: [
    {
      ...post,
      headers: [['authorization', text(['a', 7_000], ['b', 1], ['a', 7_000])]],
      body: { t: text(['a', 4_500_000]) },
    },
  ],
};

const resumeFlood: Scenario = {
  name: '50 resumes with random ids while the log has a million rows',
  definition: null,
  calls: [
    {
      target: { kind: 'path', path: '/api/webhooks/resume/{uuid}/{random}' },
      method: 'POST',
      headers: [],
      body: {},
      times: 50,
    },
  ],
};

const quadraticSearch: Scenario = {
  name: 'a condition that searches 2.5 MB for a word of 24 KB',
  definition: {
    blocks: [
      { id: 'hook', type: 'webhook', name: 'Webhook', config: { path: '{path}' } },
      {
        id: 'check',
        type: 'condition',
        name: 'Check',
        config: {
          conditions: [
            { port: 'yes', expression: '<webhook.body.text>.includes(<webhook.body.word>)' },
            { port: 'no' },
          ],
        },
      },
      { id: 'answer', type: 'response', name: 'Answer', config: { status: 200, body: 'done' } },
    ],
    edges: [
      { from: 'hook', to: 'check' },
      { from: 'check', port: 'yes', to: 'answer' },
      { from: 'check', port: 'no', to: 'answer' },
    ],
  },
  calls: [
    {
      ...post,
      body: { text: text(['a', 2_500_000]), word: text(['a', 12_000], ['b', 1], ['a', 12_000]) },
    },
  ],
};

const family: Scenario = {
  name: 'a parallel block that starts its own workflow three times',
  definition: {
    blocks: [
      { id: 'start', type: 'manual', name: 'Start', config: {} },
      { id: 'three', type: 'parallel', name: 'Three', config: { count: 3, concurrency: 3 } },
      { id: 'child', type: 'workflow', name: 'Child', config: { workflowId: '{self}' } },
    ],
    edges: [
      { from: 'start', to: 'three' },
      { from: 'three', port: 'each', to: 'child' },
    ],
  },
  calls: [{ target: { kind: 'execute', mode: 'async' }, method: 'POST', headers: [], body: {} }],
  cancels: true,
};

/** With their row numbers in the original list of attacks. */
export const fixedCases: readonly (readonly [row: string, scenario: Scenario])[] = [
  ['1', reflectedHeader],
  ['1', trailer],
  ['3', quadraticMasking],
  ['4', resumeFlood],
  ['5', quadraticSearch],
  // These come last: a finding leaves a world that must be replaced.
  ['2', memoryBomb],
  ['6', family],
];
