/** Configuration of the agent block: provider, question, tools the model may use, and prices. */
import { z } from 'zod';
import { onError } from '../on-error.js';
import { advanced, labels, ui, unchosen } from '../hints.js';

const hour = 3_600_000;
const dollars = z.number().min(0).max(10_000);

const providers = ['openai', 'anthropic', 'google', 'openai-compatible'] as const;
export type ModelProvider = (typeof providers)[number];

export const providerOf = (config: {
  readonly provider?: ModelProvider | undefined;
  readonly baseUrl?: string | undefined;
}): ModelProvider =>
  config.provider ?? (config.baseUrl === undefined ? 'openai' : 'openai-compatible');

const tool = z.strictObject({
  block: z
    .string()
    .trim()
    .min(1)
    .max(100)
    .meta(ui('block-name'))
    .describe('An HTTP request block; `<tool.x>` in it is the argument `x`'),
  description: z
    .string()
    .trim()
    .min(1, 'tells the model what the tool is for')
    .max(2_000)
    .meta(ui('long-text'))
    .describe('What the tool does, for the model'),
  parameters: z
    .record(z.string(), z.unknown())
    .default({ type: 'object', properties: {} })
    .describe('JSON schema of the arguments'),
});

export const agentConfig = z
  .strictObject({
    provider: z
      .enum(providers)
      .optional()
      .meta({
        ...labels({
          openai: 'OpenAI',
          anthropic: 'Anthropic',
          google: 'Google',
          'openai-compatible': 'OpenAI-compatible',
        }),
        ...unchosen('By the base URL'),
      })
      .describe('By default `openai-compatible` with a `baseUrl`, else `openai`'),
    baseUrl: z
      .string()
      .trim()
      .min(1)
      .max(2_048)
      .optional()
      .describe('Of vLLM, Ollama or a gateway, without `/chat/completions`'),
    apiKey: z
      .string()
      .min(1)
      .optional()
      .meta(ui('secret'))
      .describe('Usually a secret: `{{NAME}}`; local servers need none'),
    model: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .max(200)
      .describe('As the provider names it'),
    systemPrompt: z
      .string()
      .max(200_000)
      .optional()
      .meta(ui('long-text'))
      .describe('Instructions before everything else'),
    userPrompt: z
      .unknown()
      .optional()
      .meta(ui('long-text'))
      .describe('Text, or a value that is sent as JSON'),
    messages: z
      .array(
        z.strictObject({
          role: z
            .enum(['system', 'user', 'assistant'])
            .meta(labels({ system: 'System', user: 'User', assistant: 'Assistant' }))
            .describe('Who said it'),
          content: z
            .unknown()
            .meta(ui('long-text'))
            .describe('Text, or a value that is sent as JSON'),
        }),
      )
      .max(1_000)
      .default([])
      .describe('Earlier messages, sent between the two prompts'),
    temperature: z
      .number()
      .min(0)
      .max(2)
      .optional()
      .meta(advanced)
      .describe('0 gives the most likely words'),
    maxTokens: z
      .int()
      .min(1)
      .max(1_000_000)
      .optional()
      .meta(advanced)
      .describe('Maximum length of the answer of one round'),
    outputSchema: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('JSON schema that the answer must match; it fills `data`'),
    tools: z
      .array(tool)
      .max(50)
      .default([])
      .describe('HTTP request blocks that the model may call'),
    maxRounds: z
      .int()
      .min(1)
      .max(50)
      .default(10)
      .meta(advanced)
      .describe('Requests to the model, with those after tool calls'),
    prices: z
      .strictObject({
        input: dollars.describe('Of what is asked'),
        output: dollars.describe('Of what is answered'),
      })
      .optional()
      .meta({ title: 'Prices ($ per million tokens)', ...advanced })
      .describe('By default from the price table, which lacks some models'),
    timeoutMs: z
      .int()
      .min(1)
      .max(hour)
      .default(120_000)
      .meta({ ...ui('duration'), ...advanced })
      .describe('Time limit of one attempt of one round'),
    totalTimeoutMs: z
      .int()
      .min(1)
      .max(hour)
      .default(600_000)
      .meta({ ...ui('duration'), ...advanced })
      .describe('Time limit of all rounds and attempts'),
    retry: z
      .strictObject({
        maxRetries: z
          .int()
          .min(0)
          .max(20)
          .default(3)
          .meta({ title: 'Retries' })
          .describe('Attempts after the first'),
        initialDelayMs: z
          .int()
          .min(1)
          .max(hour)
          .default(1_000)
          .meta({ title: 'First pause', ...ui('duration') })
          .describe('Doubles with each retry'),
        maxDelayMs: z
          .int()
          .min(1)
          .max(hour)
          .default(30_000)
          .meta({ title: 'Longest pause', ...ui('duration') })
          .describe('Longest pause'),
      })
      .prefault({})
      .meta(advanced)
      .describe('Of a round, after 429, 5xx, a timeout or a lost connection'),
    onError,
  })
  .superRefine(({ provider, apiKey, baseUrl, userPrompt, messages }, context) => {
    if (userPrompt === undefined && messages.length === 0) {
      const message = 'a user prompt or messages are required';
      context.addIssue({ code: 'custom', path: ['userPrompt'], message });
    }
    if (apiKey === undefined && providerOf({ provider, baseUrl }) !== 'openai-compatible') {
      const message = 'is required by this provider; keep it in a secret: {{NAME}}';
      context.addIssue({ code: 'custom', path: ['apiKey'], message });
    }
    if (provider === 'openai-compatible' && baseUrl === undefined) {
      const message = 'is required by openai-compatible';
      context.addIssue({ code: 'custom', path: ['baseUrl'], message });
    }
  });

export type AgentConfig = z.output<typeof agentConfig>;
