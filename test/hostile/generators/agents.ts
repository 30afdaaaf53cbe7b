/** Agents whose model is a server of the author's own. */
import fc from 'fast-check';
import { oddModels } from '../odd-models.js';
import { oddAnswers } from '../sink.js';
import { block, type Middle } from './middle.js';
import { schema } from './schemas.js';

const parameters = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ type: 'object' }) },
  { weight: 1, arbitrary: schema },
);

export const agent: fc.Arbitrary<Middle> = fc
  .record({
    provider: fc.constantFrom('openai-compatible', 'openai', 'anthropic', 'google'),
    model: fc.constantFrom(...oddModels),
    prompt: fc.constantFrom('<hook.body.text>', '<hook.body>', 'Hello'),
    outputSchema: fc.option(schema, { nil: undefined, freq: 2 }),
    toolAnswer: fc.constantFrom('', ...oddAnswers),
    tools: fc.array(parameters, { maxLength: 2 }),
    maxRounds: fc.constantFrom(1, 2, 50),
  })
  .map(({ provider, model, prompt, outputSchema, toolAnswer, tools, maxRounds }): Middle => ({
    blocks: [
      block('think', 'agent', {
        ...{ provider, model: 'm', apiKey: 'k', baseUrl: `{sink}${model}`, userPrompt: prompt },
        ...(outputSchema !== undefined && { outputSchema }),
        tools: tools.map((given, index) => ({
          ...{ block: `tool${index}`, description: 'Looks something up', parameters: given },
        })),
        ...{ maxRounds, timeoutMs: 5_000, totalTimeoutMs: 20_000 },
        retry: { maxRetries: 1, initialDelayMs: 1, maxDelayMs: 1 },
      }),
      ...tools.map((_, index) =>
        block(`tool${index}`, 'api', {
          ...{ url: `{sink}${toolAnswer}`, method: 'POST', body: '<tool.a>', timeoutMs: 2_000 },
          retry: { maxRetries: 0 },
        }),
      ),
      block('said', 'variables', { values: { all: '<think.content>', data: '<think.data>' } }),
    ],
    edges: [
      { from: 'hook', to: 'think' },
      { from: 'think', to: 'said' },
    ],
    exits: [{ from: 'said' }, { from: 'think', port: 'error' }],
  }));
