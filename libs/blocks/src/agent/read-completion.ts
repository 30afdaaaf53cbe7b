/** From the answer of a chat completions endpoint to outputs, usage and cost. Pure. */
import { z } from 'zod';
import type { BlockError, BlockUsage } from '../block.js';
import type { AgentConfig } from './agent.config.js';

const count = z.int().min(0).catch(0);
const completion = z.object({
  model: z.string().min(1).optional().catch(undefined),
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish(), refusal: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z.object({ prompt_tokens: count, completion_tokens: count }).nullish(),
});
const failure = z.object({
  error: z.object({ message: z.string().optional(), code: z.unknown().optional() }),
});

interface AgentOutput {
  readonly content: string | null;
  /** The parsed answer when the block has an output schema. */
  readonly data: unknown;
  readonly model: string;
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly total: number };
  readonly finishReason: string | null;
  readonly error: (BlockError & { readonly status: number | null }) | null;
}

export interface ReadCompletion {
  readonly output: AgentOutput;
  readonly error: BlockError | null;
  readonly usage: BlockUsage | undefined;
}

const longestMessage = 500;
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

export function failedOutput(
  model: string,
  error: BlockError,
  status: number | null,
): ReadCompletion {
  const tokens = { prompt: 0, completion: 0, total: 0 };
  const output = { content: null, data: null, model, tokens, finishReason: null };
  return { output: { ...output, error: { ...error, status } }, error, usage: undefined };
}

/** Names for what callers can act on; providers agree on little more than the status. */
function errorOf(status: number, body: unknown): BlockError {
  const told = failure.safeParse(body).data?.error;
  const said = (told?.message ?? `The model endpoint answered with status ${status}`).slice(
    0,
    longestMessage,
  );
  if (told?.code === 'context_length_exceeded' || (status === 400 && /context length/i.test(said)))
    return { code: 'CONTEXT_OVERFLOW', message: said };
  if (status === 401 || status === 403) return { code: 'MODEL_UNAUTHORIZED', message: said };
  if (status === 429) return { code: 'MODEL_RATE_LIMITED', message: said };
  return { code: 'MODEL_FAILED', message: said };
}

function usageOf(
  tokens: AgentOutput['tokens'],
  model: string,
  prices: AgentConfig['prices'],
): BlockUsage {
  const input = (tokens.prompt * (prices?.input ?? 0)) / 1e6;
  const output = (tokens.completion * (prices?.output ?? 0)) / 1e6;
  // To a billionth of a dollar: a sum of doubles would end in ...999.
  const total = Math.round((input + output) * 1e9) / 1e9;
  return { costUsd: total, models: { [model]: { input, output, total, tokens } } };
}

/** @param body text of the answer */
export function readCompletion(status: number, body: string, config: AgentConfig): ReadCompletion {
  const json = parsed(body);
  if (status < 200 || status > 299)
    return failedOutput(config.model, errorOf(status, json), status);
  const { data: answer } = completion.safeParse(json);
  const [choice] = answer?.choices ?? [];
  if (answer === undefined || choice === undefined) {
    const message = 'The model endpoint answered with something that is no chat completion';
    return failedOutput(config.model, { code: 'MODEL_FAILED', message }, status);
  }
  const { prompt_tokens: prompt = 0, completion_tokens: completed = 0 } = answer.usage ?? {};
  const tokens = { prompt, completion: completed, total: prompt + completed };
  const model = answer.model ?? config.model;
  const content = choice.message.content ?? choice.message.refusal ?? '';
  const data = config.outputSchema === undefined ? null : parsed(content);
  const error =
    data === undefined
      ? { code: 'MODEL_OUTPUT_INVALID', message: 'The model did not answer with JSON' }
      : null;
  return {
    output: {
      content,
      data: data ?? null,
      model,
      tokens,
      finishReason: choice.finish_reason ?? null,
      error: error && { ...error, status },
    },
    error,
    // Tokens are paid for whether or not the answer is of use.
    usage: usageOf(tokens, model, config.prices),
  };
}
