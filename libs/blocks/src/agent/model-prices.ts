/**
 * List prices of language models: data with a source and a date, replaced as a whole when outdated.
 * A model that is missing here costs nothing in the log unless the block names its `prices`.
 */
import type { ModelCost } from '@libs/contracts';
import type { ModelProvider } from './agent.config.js';

/** US dollars per million tokens. */
interface ModelPrice {
  readonly input: number;
  readonly output: number;
  /** Tokens served from the provider's cache; `input` when absent. */
  readonly cachedInput?: number;
}

/** Some providers charge more for prompts over 200,000 tokens; the table does not cover that. */
const priceTable: {
  readonly source: string;
  /** ISO date on which this copy matched the source. */
  readonly asOf: string;
  readonly providers: Readonly<Record<string, Readonly<Record<string, ModelPrice>>>>;
} = {
  source:
    'price pages of the providers (openai.com/api/pricing, claude.com/pricing, ai.google.dev/pricing) as collected in github.com/simonw/llm-prices',
  asOf: '2026-08-05',
  providers: {
    openai: {
      'gpt-4o': { input: 2.5, output: 10, cachedInput: 1.25 },
      'gpt-4o-mini': { input: 0.15, output: 0.6, cachedInput: 0.075 },
      'gpt-4.1': { input: 2, output: 8, cachedInput: 0.5 },
      'gpt-4.1-mini': { input: 0.4, output: 1.6, cachedInput: 0.1 },
      'gpt-4.1-nano': { input: 0.1, output: 0.4, cachedInput: 0.025 },
      'o3-mini': { input: 1.1, output: 4.4, cachedInput: 0.55 },
      'o4-mini': { input: 1.1, output: 4.4, cachedInput: 0.275 },
      'gpt-5': { input: 1.25, output: 10, cachedInput: 0.125 },
      'gpt-5-mini': { input: 0.25, output: 2, cachedInput: 0.025 },
      'gpt-5-nano': { input: 0.05, output: 0.4, cachedInput: 0.005 },
      'gpt-5-pro': { input: 15, output: 120 },
      'gpt-5.1': { input: 1.25, output: 10, cachedInput: 0.125 },
      'gpt-5.2': { input: 1.75, output: 14, cachedInput: 0.175 },
      'gpt-5.2-pro': { input: 21, output: 168 },
      'gpt-5.4': { input: 2.5, output: 15, cachedInput: 0.25 },
      'gpt-5.4-mini': { input: 0.75, output: 4.5, cachedInput: 0.075 },
      'gpt-5.4-nano': { input: 0.2, output: 1.25, cachedInput: 0.02 },
      'gpt-5.4-pro': { input: 30, output: 180 },
      'gpt-5.5': { input: 5, output: 30, cachedInput: 0.5 },
      'gpt-5.5-pro': { input: 30, output: 180 },
      'gpt-5.6-sol': { input: 5, output: 30, cachedInput: 0.5 },
      'gpt-5.6-terra': { input: 2, output: 12, cachedInput: 0.2 },
      'gpt-5.6-luna': { input: 0.2, output: 1.2, cachedInput: 0.02 },
    },
    anthropic: {
      'claude-3-5-haiku': { input: 0.8, output: 4 },
      'claude-haiku-4-5': { input: 1, output: 5 },
      'claude-sonnet-4-5': { input: 3, output: 15 },
      'claude-sonnet-5': { input: 3, output: 15 },
      'claude-opus-4-1': { input: 15, output: 75 },
      'claude-opus-4-5': { input: 5, output: 25 },
      'claude-opus-4-6': { input: 5, output: 25 },
      'claude-opus-4-7': { input: 5, output: 25 },
      'claude-opus-4-8': { input: 5, output: 25 },
    },
    google: {
      'gemini-2.0-flash': { input: 0.1, output: 0.4 },
      'gemini-2.0-flash-lite': { input: 0.075, output: 0.3 },
      'gemini-2.5-flash': { input: 0.3, output: 2.5, cachedInput: 0.03 },
      'gemini-2.5-flash-lite': { input: 0.1, output: 0.4, cachedInput: 0.01 },
      'gemini-2.5-pro': { input: 1.25, output: 10, cachedInput: 0.125 },
      'gemini-3-flash-preview': { input: 0.5, output: 3 },
      'gemini-3-pro-preview': { input: 2, output: 12 },
      'gemini-3.5-flash': { input: 1.5, output: 9, cachedInput: 0.15 },
      'gemini-3.5-flash-lite': { input: 0.3, output: 2.5, cachedInput: 0.03 },
      'gemini-3.6-flash': { input: 1.5, output: 7.5, cachedInput: 0.15 },
    },
  },
};

/**
 * A dated snapshot (`gpt-4o-2024-08-06`, `claude-haiku-4-5-20251001`, `…-latest`, `…-001`) costs
 * the same as its model.
 */
const snapshot = /-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{3}|latest)$/;

export function listPrice(provider: ModelProvider, model: string): ModelPrice | null {
  const prices = priceTable.providers[provider] ?? {};
  for (const name of [model, model.replace(snapshot, '')])
    if (Object.hasOwn(prices, name)) return prices[name] ?? null;
  return null;
}

export interface TokenCount {
  readonly prompt: number;
  /** Prompt tokens that came from the provider's cache. */
  readonly cachedPrompt: number;
  readonly completion: number;
}

/** Rounded to a billionth of a dollar: a sum of doubles would end in ...999. */
const rounded = (dollars: number): number => Math.round(dollars * 1e9) / 1e9;

/** @param price null: the cost is 0 */
export function costOf(
  { prompt, cachedPrompt, completion }: TokenCount,
  price: ModelPrice | null,
): ModelCost {
  const { input, output, cachedInput = input } = price ?? { input: 0, output: 0 };
  const cached = Math.min(cachedPrompt, prompt);
  const paid = {
    input: rounded(((prompt - cached) * input + cached * cachedInput) / 1e6),
    output: rounded((completion * output) / 1e6),
  };
  return {
    ...paid,
    total: rounded(paid.input + paid.output),
    tokens: { prompt, completion, total: prompt + completion },
  };
}
