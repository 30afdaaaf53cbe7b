/**
 * `agent`: one question to a language model. Retries, deadlines and egress policy are those of the HTTP block; tokens and their
 * price go into the log entry's cost (spec 2.5).
 */
import { templateText, type Scope, type TemplateCompiler } from '@libs/workflow';
import { type BlockOutcome, defineBlock } from '../block.js';
import { callHttp } from '../http-call/http-call.js';
import type { HttpRequest } from '../http-call/redirect.js';
import { type AgentConfig, agentConfig } from './agent.config.js';
import { failedOutput, readCompletion } from './read-completion.js';

interface Question {
  readonly baseUrl: string;
  readonly apiKey: string | null;
  /** What goes out as JSON; also what the log shows. */
  readonly body: object;
}

function compileQuestion(
  config: AgentConfig,
  compiler: TemplateCompiler,
): (scope: Scope) => Question {
  const baseUrl = compiler.value(config.baseUrl, '.baseUrl');
  const apiKey = compiler.value(config.apiKey ?? null, '.apiKey');
  const model = compiler.value(config.model, '.model');
  const system = compiler.value(config.systemPrompt ?? null, '.systemPrompt');
  const user = compiler.value(config.userPrompt ?? null, '.userPrompt');
  const earlier = compiler.value(config.messages, '.messages');
  const { temperature, maxTokens, outputSchema } = config;
  return (scope) => {
    const turns = [
      { role: 'system', content: system(scope) },
      ...(earlier(scope) as { role: string; content: unknown }[]),
      { role: 'user', content: user(scope) },
    ];
    const messages = turns
      .filter(({ content }) => content !== null && content !== undefined)
      .map(({ role, content }) => ({ role, content: templateText(content) }));
    const key = apiKey(scope);
    return {
      baseUrl: templateText(baseUrl(scope)).replace(/\/+$/, ''),
      apiKey: key === null ? null : templateText(key),
      body: {
        model: templateText(model(scope)),
        messages,
        ...(temperature !== undefined && { temperature }),
        ...(maxTokens !== undefined && { max_tokens: maxTokens }),
        ...(outputSchema !== undefined && {
          response_format: {
            type: 'json_schema',
            json_schema: { name: 'output', strict: true, schema: outputSchema },
          },
        }),
      },
    };
  };
}

const requestFor = ({ baseUrl, apiKey, body }: Question, idempotencyKey: string): HttpRequest => ({
  method: 'POST',
  url: `${baseUrl}/chat/completions`,
  headers: [
    ['content-type', 'application/json'],
    ['accept', 'application/json'],
    ['user-agent', 'Flowledger/1'],
    ['idempotency-key', idempotencyKey],
    ...(apiKey === null ? [] : [['authorization', `Bearer ${apiKey}`] as const]),
  ],
  body: JSON.stringify(body),
});

export const agentBlock = defineBlock({
  type: 'agent',
  role: 'effect',
  config: agentConfig,
  compile: (config, compiler) => {
    const resolve = compileQuestion(config, compiler);
    return {
      role: 'effect',
      perform: async (scope, context): Promise<BlockOutcome> => {
        const question = resolve(scope);
        const request = requestFor(question, context.idempotencyKey);
        const { attempt, attempts } = await callHttp(request, config, context);
        const { output, error, usage } =
          attempt.kind === 'none'
            ? failedOutput(config.model, { code: attempt.code, message: attempt.message }, null)
            : readCompletion(attempt.response.status, attempt.response.body.toString(), config);
        return {
          input: question.body,
          output,
          ports: ['out'],
          error,
          tolerable: false,
          attempts,
          ...(usage !== undefined && { usage }),
        };
      },
    };
  },
});
