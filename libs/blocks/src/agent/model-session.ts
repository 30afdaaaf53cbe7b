/**
 * A model as the SDK's tool loop sees it. Each round is one question, retried by the block's retry
 * settings. Every failed try is reported before the next one. Paid usage is counted even when the
 * block fails in the end.
 */
import type { LanguageModelV4, LanguageModelV4GenerateResult } from '@ai-sdk/provider';
import type { EffectContext } from '../block.js';
import { nextDelayMs, retryAfterMs, type RetrySettings } from '../http-call/retry-policy.js';
import { BrokenStreamError, collectStream } from './collect-stream.js';
import { ConversationLimits, modelName, tokenCount } from './conversation-limits.js';
import { languageModel, type ModelPlace } from './language-model.js';
import { createModelFetch } from './model-fetch.js';
import { modelFailure, ModelFailedError, type ModelFailure } from './model-failure.js';
import type { TokenCount } from './model-prices.js';

export interface ModelSettings {
  readonly timeoutMs: number;
  readonly retry: RetrySettings;
  /** JSON schema of the answer. */
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined;
}

type Question = Parameters<LanguageModelV4['doGenerate']>[0];

export class ModelSession {
  #round = 0;
  #failedAttempts = 0;
  /** By the model name in the provider's answer. */
  readonly usage = new Map<string, TokenCount>();
  readonly limits = new ConversationLimits();

  constructor(
    private readonly place: Omit<ModelPlace, 'fetch'>,
    private readonly settings: ModelSettings,
    private readonly context: EffectContext,
    /** By `context.now()`. */
    private readonly deadlineMs: number,
  ) {}

  /** All tries, those of tools included. */
  get attempts(): number {
    return Math.max(1, this.#round) + this.#failedAttempts;
  }

  get round(): number {
    return this.#round;
  }

  /** Failed tries of the model and of its tools are numbered as one sequence. */
  readonly onAttemptFailed: EffectContext['onAttemptFailed'] = (attempt) => {
    this.#failedAttempts += 1;
    this.context.onAttemptFailed({ ...attempt, attemptNumber: this.#failedAttempts });
  };

  readonly model: LanguageModelV4 = {
    specificationVersion: 'v4',
    provider: 'flowledger',
    modelId: 'agent',
    supportedUrls: {},
    doGenerate: (question) => this.#ask(question),
    doStream: () => Promise.reject(new Error('the agent block does not stream')),
  };

  /** @throws ModelFailedError */
  async #ask(asked: Question): Promise<LanguageModelV4GenerateResult> {
    this.limits.check();
    this.#round += 1;
    const { outputSchema, retry } = this.settings;
    const question: Question =
      outputSchema === undefined
        ? asked
        : { ...asked, responseFormat: { type: 'json', name: 'output', schema: outputSchema } };
    for (let attemptNumber = 1; ; attemptNumber += 1) {
      const startedAt = this.context.now();
      const outcome = await this.#try(question);
      if (outcome.answer !== null) return this.#counted(outcome.answer);
      const { failure } = outcome;
      const asksFor = retryAfterMs(failure.retryAfter, this.context.now());
      const delayMs = failure.retryable
        ? nextDelayMs(retry, attemptNumber, asksFor, this.context.random())
        : null;
      const now = this.context.now();
      if (delayMs === null || this.context.signal.aborted || now + delayMs >= this.deadlineMs)
        throw new ModelFailedError(failure);
      const { status, code, message } = failure;
      const durationMs = Math.round(now - startedAt);
      const retryAt = now + delayMs;
      this.onAttemptFailed({
        attemptNumber,
        status,
        errorCode: code,
        message,
        durationMs,
        retryAt,
      });
      await this.context.sleep(delayMs, this.context.signal);
    }
  }

  async #try(
    question: Question,
  ): Promise<
    | { readonly answer: LanguageModelV4GenerateResult }
    | { readonly answer: null; readonly failure: ModelFailure }
  > {
    const { context } = this;
    const deadlineMs = Math.min(this.deadlineMs, context.now() + this.settings.timeoutMs);
    // Rounds are different requests: with a shared key the second would get the first one's answer.
    const key = `${context.idempotencyKey}:${this.#round}`;
    const { fetch, failure } = createModelFetch(context, key, deadlineMs);
    try {
      const model = await languageModel({ ...this.place, fetch });
      const { onOutputText } = context;
      if (onOutputText === undefined) return { answer: await model.doGenerate(question) };
      const attempt = this.attempts;
      const { stream } = await model.doStream(question);
      return { answer: await collectStream(stream, (text) => onOutputText(text, attempt)) };
    } catch (error) {
      if (error instanceof BrokenStreamError && failure() === null) {
        const { cause = error } = error;
        const told = modelFailure(cause, null);
        return {
          answer: null,
          failure: { ...told, retryable: told.status === null || told.retryable },
        };
      }
      return { answer: null, failure: modelFailure(error, failure()) };
    }
  }

  #counted(answer: LanguageModelV4GenerateResult): LanguageModelV4GenerateResult {
    const model = modelName(answer.response?.modelId ?? this.place.model);
    const before = this.usage.get(model) ?? { prompt: 0, cachedPrompt: 0, completion: 0 };
    const { inputTokens, outputTokens } = answer.usage;
    this.usage.set(model, {
      prompt: before.prompt + tokenCount(inputTokens.total),
      cachedPrompt: before.cachedPrompt + tokenCount(inputTokens.cacheRead),
      completion: before.completion + tokenCount(outputTokens.total),
    });
    this.limits.addAnswer(answer);
    return answer;
  }
}
