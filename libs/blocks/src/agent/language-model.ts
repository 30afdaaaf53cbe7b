/** The provider packages, each loaded on first use: runners without agents do not pay for them. */
import type { LanguageModelV4 } from '@ai-sdk/provider';
import type { ModelProvider } from './agent.config.js';

export interface ModelPlace {
  readonly provider: ModelProvider;
  readonly model: string;
  /** Null: the provider's own URL. */
  readonly baseUrl: string | null;
  /** Null: no key is sent. */
  readonly apiKey: string | null;
  readonly fetch: typeof globalThis.fetch;
}

/** Explicit: the packages would otherwise read URLs and keys from the runner's environment. */
export const ownUrls = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
} as const;

export async function languageModel(place: ModelPlace): Promise<LanguageModelV4> {
  const { provider, model, fetch } = place;
  const apiKey = place.apiKey ?? '';
  switch (provider) {
    case 'openai': {
      const { createOpenAI } = await import('@ai-sdk/openai');
      return createOpenAI({ baseURL: place.baseUrl ?? ownUrls.openai, apiKey, fetch }).chat(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: place.baseUrl ?? ownUrls.anthropic, apiKey, fetch })(model);
    }
    case 'google': {
      const { createGoogle } = await import('@ai-sdk/google');
      return createGoogle({ baseURL: place.baseUrl ?? ownUrls.google, apiKey, fetch })(model);
    }
    case 'openai-compatible': {
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      return createOpenAICompatible({
        name: 'openai-compatible',
        baseURL: place.baseUrl ?? '',
        ...(apiKey !== '' && { apiKey }),
        fetch,
        includeUsage: true,
        supportsStructuredOutputs: true,
      }).chatModel(model);
    }
  }
}
