/** Workflows of one trigger, a middle part, and an answer. */
import fc from 'fast-check';
import type { TestDefinition } from '../../support/workflows.js';
import { oddAnswers } from '../sink.js';
import { agent } from './agents.js';
import { answer, oneOddHeader, plainAnswer } from './answers.js';
import { expression } from './expressions.js';
import { block, type Middle } from './middle.js';
import { count } from './sizes.js';
import { reference, templateValue } from './templates.js';

const nothing: Middle = { blocks: [], edges: [], exits: [{ from: 'hook' }] };

const condition = expression.map((text): Middle => ({
  blocks: [
    block('check', 'condition', {
      conditions: [{ port: 'yes', expression: text }, { port: 'no' }],
    }),
  ],
  edges: [{ from: 'hook', to: 'check' }],
  exits: ['yes', 'no', 'error'].map((port) => ({ from: 'check', port })),
}));

const router = fc.tuple(templateValue, reference).map(([value, equals]): Middle => ({
  blocks: [block('route', 'router', { value, routes: [{ port: 'a', equals }], otherwise: 'b' })],
  edges: [{ from: 'hook', to: 'route' }],
  exits: ['a', 'b'].map((port) => ({ from: 'route', port })),
}));

const variables = templateValue.map((value): Middle => ({
  blocks: [block('keep', 'variables', { values: { one: value, two: value } })],
  edges: [{ from: 'hook', to: 'keep' }],
  exits: [{ from: 'keep' }],
}));

const code = fc
  .constantFrom(
    'return <hook.body.text>',
    'return <hook.body>.text.length',
    'while (true);',
    'return "x".repeat(4_900_000)',
    'return Array.from({ length: 300_000 }, (_, n) => ({ n }))',
    'let v = 1; for (let n = 0; n < 190; n += 1) v = [v]; return v',
    'console.log("x".repeat(1e6)); throw new Error("x".repeat(1e6))',
  )
  .map((source): Middle => ({
    blocks: [block('compute', 'function', { code: source, timeoutMs: 1_000 })],
    edges: [{ from: 'hook', to: 'compute' }],
    exits: [{ from: 'compute' }, { from: 'compute', port: 'error' }],
  }));

/** Calls a server of the author's own. */
const request = fc
  .record({
    kind: fc.constantFrom(...oddAnswers),
    body: fc.constantFrom('<hook.body>', '<hook.body.text>', null),
    bodyType: fc.constantFrom('json', 'form', 'text', 'multipart'),
    header: fc.constantFrom('<hook.body.word>', '<hook.query.q>', 'plain'),
  })
  .map(({ kind, body, bodyType, header }): Middle => ({
    blocks: [
      block('ask', 'api', {
        url: `{sink}${kind}`,
        ...(body !== null && { method: 'POST', body, bodyType }),
        headers: [{ key: 'x-odd', value: header }],
        timeoutMs: 2_000,
        retry: { maxRetries: 1, initialDelayMs: 1 },
      }),
      block('seen', 'variables', { values: { data: '<ask.data>', headers: '<ask.headers>' } }),
    ],
    edges: [
      { from: 'hook', to: 'ask' },
      { from: 'ask', to: 'seen' },
    ],
    exits: [{ from: 'seen' }, { from: 'ask', port: 'error' }],
  }));

const child = block('body', 'workflow', { workflowId: '{self}', input: '<hook.body.number>' });
const values = templateValue.map((value) => block('body', 'variables', { values: { one: value } }));
const body = fc.oneof(
  { weight: 4, arbitrary: values },
  { weight: 2, arbitrary: fc.constant(block('body', 'wait', { durationMs: 1 })) },
  {
    weight: 2,
    arbitrary: fc.constant(block('body', 'function', { code: 'return <hook.body.number>' })),
  },
  // Rare, because each of these takes long; startsItself generates more of them.
  { weight: 1, arbitrary: fc.constant(child) },
);
const container = fc
  .tuple(
    fc.constantFrom('loop', 'parallel', 'parallel'),
    fc.oneof(count, fc.constant('<hook.body.list>')),
    body,
  )
  .map(([type, often, inner]): Middle => ({
    blocks: [
      block('many', type, {
        ...(type === 'loop' && { type: typeof often === 'number' ? 'count' : 'forEach' }),
        ...(typeof often === 'number' ? { count: often } : { items: often }),
      }),
      inner,
    ],
    edges: [
      { from: 'hook', to: 'many' },
      { from: 'many', port: 'each', to: 'body' },
    ],
    exits: [{ from: 'many' }],
  }));

const middle = fc.oneof(
  { weight: 5, arbitrary: fc.constant(nothing) },
  { weight: 5, arbitrary: condition },
  { weight: 1, arbitrary: router },
  { weight: 1, arbitrary: variables },
  { weight: 1, arbitrary: code },
  { weight: 2, arbitrary: request },
  { weight: 2, arbitrary: container },
  { weight: 3, arbitrary: agent },
);
const anyAnswer = fc.oneof(
  { weight: 3, arbitrary: plainAnswer },
  { weight: 3, arbitrary: oneOddHeader },
  { weight: 1, arbitrary: answer },
);

const address = fc.constantFrom(
  '127.0.0.1',
  '127.0.0.0/8',
  '::1',
  '::ffff:127.0.0.1/104',
  '10.0.0.0/8',
);
const secret = '{{MISSING}}';
/** Checks at the edge before anything runs; no secret has a value. */
const checks = fc.oneof(
  { weight: 12, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc
      .tuple(address, fc.constantFrom(1, 100))
      .map(([one, times]) => ({ allowedIps: Array.from({ length: times }, () => one) })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom(['*'], ['https://shop.example', 'null'], ['http://a.example'])
      .map((origins) => ({ cors: { origins } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .constantFrom<object>(
        { type: 'bearer', secret },
        { type: 'header', header: 'x-signature', secret },
        { type: 'hmac', header: 'x-signature', secret, prefix: 'sha256=' },
        { type: 'standard-webhooks', secret },
      )
      .map((auth) => ({ auth })),
  },
);

/** Its trigger accepts POST, PUT and GET. */
export const definition: fc.Arbitrary<TestDefinition> = fc
  .tuple(middle, anyAnswer, fc.boolean(), checks)
  .map(([{ blocks, edges, exits }, config, wantsRaw, checked]) => ({
    blocks: [
      block('hook', 'webhook', { path: '{path}', methods: ['POST', 'PUT', 'GET'], ...checked }),
      ...blocks,
      block('answer', 'response', config),
      ...(wantsRaw ? [block('raw', 'variables', { values: { raw: '<hook.rawBody>' } })] : []),
    ],
    edges: [
      ...edges,
      ...exits.map((exit) => ({ ...exit, to: 'answer' })),
      ...(wantsRaw ? [{ from: 'hook', to: 'raw' }] : []),
    ],
  }));

/** Starts itself inside a container: no answer, one asynchronous start. */
export const startsItself: fc.Arbitrary<TestDefinition> = fc
  .tuple(fc.constantFrom('parallel', 'loop'), fc.constantFrom(2, 3, 10, 1_000))
  .map(([type, often]) => ({
    blocks: [
      block('hook', 'manual', {}),
      block('many', type, { ...(type === 'loop' && { type: 'count' }), count: often }),
      block('child', 'workflow', { workflowId: '{self}' }),
    ],
    edges: [
      { from: 'hook', to: 'many' },
      { from: 'many', port: 'each', to: 'child' },
    ],
  }));
