/**
 * Bounds on what a model may say. Each round sends the whole conversation again, and a model asks
 * for as many tools as it likes: without bounds its endpoint, which may be the author's own, would
 * decide how long this process is busy.
 */
import type { LanguageModelV4Content, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import { ModelFailedError } from './model-failure.js';

/** A million tokens or more: no model reads as much. */
const maxCharacters = 4_000_000;
const maxToolCalls = 500;
/** So that all sums over an execution stay whole numbers. */
const maxTokens = 1_000_000_000;
const longestModelName = 200;

const refusal = (code: string, message: string): ModelFailedError =>
  new ModelFailedError({ code, message, status: null, retryable: false, retryAfter: undefined });

const lengthOf = (part: LanguageModelV4Content): number =>
  'text' in part ? part.text.length : part.type === 'tool-call' ? part.input.length : 0;

export class ConversationLimits {
  #characters = 0;
  #toolCalls = 0;

  /** @param characters of the author's messages, or of a tool's result */
  add(characters: number): void {
    this.#characters += characters;
  }

  /** Before each question. @throws ModelFailedError */
  check(): void {
    if (this.#characters <= maxCharacters) return;
    throw refusal(
      'CONVERSATION_TOO_LARGE',
      `The conversation has more than ${maxCharacters.toLocaleString('en')} characters. Shorten the prompt, or let the model call fewer tools`,
    );
  }

  /** Before the tools that an answer asks for are called. @throws ModelFailedError */
  addAnswer({ content }: LanguageModelV4GenerateResult): void {
    this.add(content.reduce((sum, part) => sum + lengthOf(part), 0));
    this.#toolCalls += content.filter(({ type }) => type === 'tool-call').length;
    if (this.#toolCalls <= maxToolCalls) return;
    throw refusal(
      'TOO_MANY_TOOL_CALLS',
      `The model asked for more than ${maxToolCalls} tool calls. Tell it in the prompt when to stop, or give it fewer tools`,
    );
  }
}

/** Tokens as a provider counted them; what can't be a count is 0. */
export const tokenCount = (told: number | undefined): number =>
  told !== undefined && told > 0 ? Math.min(Math.round(told), maxTokens) : 0;

/** A name that tables and records can hold. */
export function modelName(told: string): string {
  const name = told.slice(0, longestModelName).replaceAll('\0', '').toWellFormed();
  return name === '' || name === '__proto__' ? 'unnamed model' : name;
}
