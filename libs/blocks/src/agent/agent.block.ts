/**
 * `agent`: a question to a language model, with tools. The `ai` SDK runs the rounds. Retries,
 * deadlines and egress policy are ours. Tokens and their price go into the log's cost (spec 2.5).
 */
import { templateText, type Scope, type TemplateCompiler } from '@libs/workflow';
import {
  type BlockOutcome,
  type BlockUsage,
  defineBlock,
  failed,
  type EffectContext,
} from '../block.js';
import { SentSecrets } from '../secrets/sent-secrets.js';
import { secretMayBeHost } from '../secrets/url-template.js';
import { type AgentConfig, agentConfig, providerOf } from './agent.config.js';
import { answerOf, type AgentAnswer, failedAnswer } from './agent-answer.js';
import { compileTools, type AgentTool } from './agent-tools.js';
import { converse, type Turn } from './converse.js';
import { type ModelPlace, ownUrls } from './language-model.js';
import { ModelFailedError } from './model-failure.js';
import { costOf, listPrice } from './model-prices.js';
import { ModelSession } from './model-session.js';
import { outputCheck } from './output-check.js';

interface Question {
  readonly place: Omit<ModelPlace, 'fetch'>;
  readonly turns: readonly Turn[];
}

function compileQuestion(
  config: AgentConfig,
  compiler: TemplateCompiler,
): (scope: Scope, sent: Scope) => Question {
  const baseUrl = compiler.value(config.baseUrl ?? null, '.baseUrl');
  const apiKey = compiler.value(config.apiKey ?? null, '.apiKey');
  const model = compiler.value(config.model, '.model');
  const system = compiler.value(config.systemPrompt ?? null, '.systemPrompt');
  const user = compiler.value(config.userPrompt ?? null, '.userPrompt');
  const earlier = compiler.value(config.messages, '.messages');
  return (scope, sent) => {
    const turns = [
      { role: 'system', content: system(scope) },
      ...(earlier(scope) as { role: Turn['role']; content: unknown }[]),
      { role: 'user', content: user(scope) },
    ] as const;
    // Models repeat what they read, so a secret that names its hosts is in no message.
    const [url, key] = [baseUrl(sent), apiKey(sent)];
    return {
      place: {
        provider: providerOf(config),
        model: templateText(model(scope)),
        baseUrl: url === null ? null : templateText(url).replace(/\/+$/, ''),
        apiKey: key === null ? null : templateText(key),
      },
      turns: turns
        .filter(({ content }) => content !== null && content !== undefined)
        .map(({ role, content }) => ({ role, content: templateText(content) })),
    };
  };
}

function usageOf({ usage }: ModelSession, config: AgentConfig): BlockUsage | undefined {
  if (usage.size === 0) return undefined;
  const models = Object.fromEntries(
    [...usage].map(([model, tokens]) => [
      model,
      costOf(tokens, config.prices ?? listPrice(providerOf(config), model)),
    ]),
  );
  return { costUsd: Object.values(models).reduce((sum, { total }) => sum + total, 0), models };
}

/** Input for the log: the question without credentials. */
const shownInput = (config: AgentConfig, { place, turns }: Question): object => ({
  provider: place.provider,
  model: place.model,
  messages: turns,
  ...(config.temperature !== undefined && { temperature: config.temperature }),
  ...(config.maxTokens !== undefined && { maxTokens: config.maxTokens }),
  ...(config.outputSchema !== undefined && { outputSchema: config.outputSchema }),
  ...(config.tools.length > 0 && { tools: config.tools.map(({ block }) => block) }),
});

function tokensOf(usage: BlockUsage | undefined): AgentAnswer['tokens'] {
  const counts = Object.values(usage?.models ?? {}).map(({ tokens }) => tokens);
  const sum = (part: keyof AgentAnswer['tokens']): number =>
    counts.reduce((total, tokens) => total + tokens[part], 0);
  return { prompt: sum('prompt'), completion: sum('completion'), total: sum('total') };
}

const noPrompt = {
  code: 'INVALID_PROMPT',
  message:
    'There is no message for the model: "userPrompt" gave null. Check the reference in it, or give it a text',
} as const;

/** A model may answer a system prompt alone, but not when the author wrote a question. */
const asksNothing = ({ userPrompt }: AgentConfig, { turns }: Question): boolean =>
  turns.length === 0 || (userPrompt !== undefined && turns.every(({ role }) => role === 'system'));

async function ask(
  config: AgentConfig,
  tools: readonly AgentTool[],
  question: Question,
  scope: Scope,
  context: EffectContext,
  secrets: SentSecrets,
): Promise<BlockOutcome> {
  const deadlineMs = context.now() + config.totalTimeoutMs;
  // Tools get the context as it is: each checks the secrets of its own call.
  const toModel = { ...context, egress: secrets.guard(context.egress) };
  const session = new ModelSession(question.place, config, toModel, deadlineMs);
  const toolCalls: AgentAnswer['toolCalls'][number][] = [];
  const answer = await converse(
    session,
    question.turns,
    tools,
    toolCalls,
    config,
    scope,
    context,
  ).then(
    (said) => answerOf(said, config.maxRounds, outputCheck(config.outputSchema, context)),
    (error: unknown) => {
      if (error instanceof ModelFailedError) return failedAnswer(error.failure);
      throw error;
    },
  );
  const usage = usageOf(session, config);
  const model = [...session.usage.keys()].at(-1) ?? question.place.model;
  const { error, ...rest } = answer;
  const output: AgentAnswer = { ...rest, model, tokens: tokensOf(usage), toolCalls, error };
  return {
    input: shownInput(config, question),
    output,
    ports: ['out'],
    error: error && { code: error.code, message: error.message },
    tolerable: false,
    attempts: session.attempts,
    ...(usage !== undefined && { usage }),
  };
}

function urlOf(config: AgentConfig): string {
  const provider = providerOf(config);
  // Without a base URL, openai-compatible is refused on save.
  return config.baseUrl ?? (provider === 'openai-compatible' ? '' : ownUrls[provider]);
}

export const agentBlock = defineBlock({
  type: 'agent',
  role: 'effect',
  config: agentConfig,
  outputs: {
    content: 'text of the answer',
    data: 'the parsed answer, with an `outputSchema`',
    model: 'the model that answered, as the provider names it',
    tokens: '`{ prompt, completion, total }` of all rounds',
    toolCalls: 'list of `{ name, block, arguments, round, status, result, error, durationMs }`',
    finishReason: '`stop`, `length`, `content-filter`, `tool-calls`, `error` or `other`',
    error: '`{ code, message, status }` when it failed, else null',
  },
  tools: ({ tools }) => tools.map(({ block }) => block),
  calls: (config) => ({ url: urlOf(config), fields: ['baseUrl', 'apiKey'] }),
  compile: (config, compiler, surroundings) => {
    const resolve = compileQuestion(config, compiler);
    const tools = compileTools(config.tools, surroundings);
    const mayBeHost = secretMayBeHost(urlOf(config));
    return {
      role: 'effect',
      perform: async (scope, context) => {
        const secrets = new SentSecrets(scope, mayBeHost);
        const question = resolve(scope, secrets.scope);
        if (asksNothing(config, question)) return failed(shownInput(config, question), noPrompt);
        return ask(config, tools, question, scope, context, secrets);
      },
    };
  },
});
