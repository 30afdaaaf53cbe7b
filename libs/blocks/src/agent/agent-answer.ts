/**
 * Output of an agent for later blocks: `<agent.content>`, `.data`, `.model`, `.tokens`,
 * `.toolCalls`, `.finishReason`.
 */
import type { BlockError } from '../block.js';
import type { ToolCall } from './agent-tools.js';
import type { Said } from './converse.js';
import type { ModelFailure } from './model-failure.js';
import type { OutputCheck } from './output-check.js';

export interface AgentAnswer {
  readonly content: string | null;
  /** The parsed answer when the block has an output schema. */
  readonly data: unknown;
  readonly model: string;
  /** Sums over all rounds. */
  readonly tokens: { readonly prompt: number; readonly completion: number; readonly total: number };
  readonly toolCalls: readonly ToolCall[];
  /** `stop`, `length`, `content-filter`, `tool-calls`, `error`, `other`; null without an answer. */
  readonly finishReason: string | null;
  readonly error: (BlockError & { readonly status: number | null }) | null;
}

type Ending = Pick<AgentAnswer, 'content' | 'data' | 'finishReason' | 'error'>;

export function failedAnswer({ code, message, status }: ModelFailure): Ending {
  return { content: null, data: null, finishReason: null, error: { code, message, status } };
}

export async function answerOf(
  { text: content, finishReason, wantsTools }: Said,
  maxRounds: number,
  check: OutputCheck,
): Promise<Ending> {
  if (wantsTools) {
    const message = `The model still asked for tools after ${maxRounds} rounds. Raise "maxRounds", or give it fewer tools`;
    const error = { code: 'TOO_MANY_ROUNDS', message, status: null };
    return { content, data: null, finishReason, error };
  }
  const { data, error } = await check(content);
  return { content, data, finishReason, error: error && { ...error, status: null } };
}
