/**
 * Answers of language models in the shapes of the providers' APIs (written from their
 * documentation, not recorded).
 */
import { answer, type Reply } from './receiver.js';

export const json = (status: number, body: object, headers = {}): Reply =>
  answer(status, { 'content-type': 'application/json', ...headers }, JSON.stringify(body));

const usage = { prompt_tokens: 1000, completion_tokens: 500, total_tokens: 1500 };

/** OpenAI: `POST /v1/chat/completions`. */
export const completion = (content: string, model = 'small-2026-01-01'): Reply =>
  json(200, {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_767_225_600,
    model,
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { ...usage, prompt_tokens_details: { cached_tokens: 0 } },
  });

/** OpenAI: the model requests tool calls instead of answering. */
export const toolRequest = (...calls: readonly (readonly [name: string, args: string])[]): Reply =>
  json(200, {
    id: 'chatcmpl-2',
    object: 'chat.completion',
    created: 1_767_225_600,
    model: 'small-2026-01-01',
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: null,
          tool_calls: calls.map(([name, args], index) => ({
            id: `call_${index}`,
            type: 'function',
            function: { name, arguments: args },
          })),
        },
        finish_reason: 'tool_calls',
      },
    ],
    usage,
  });

const event = (data: object): string => `data: ${JSON.stringify(data)}\n\n`;

/**
 * OpenAI: `stream: true` with usage in the last chunk. `isCut`: the connection ends before
 * `[DONE]`.
 */
export const streamed = (pieces: readonly string[], isCut = false): Reply => {
  const chunk = (choices: object[], more = {}): string =>
    event({
      id: 'chatcmpl-3',
      object: 'chat.completion.chunk',
      created: 1_767_225_600,
      model: 'small-2026-01-01',
      choices,
      ...more,
    });
  const texts = pieces.map((content) =>
    chunk([{ index: 0, delta: { content }, finish_reason: null }]),
  );
  const end = [
    chunk([{ index: 0, delta: {}, finish_reason: 'stop' }]),
    chunk([], { usage }),
    'data: [DONE]\n\n',
  ];
  const role = chunk([
    { index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null },
  ]);
  return answer(
    200,
    { 'content-type': 'text/event-stream' },
    [role, ...texts, ...(isCut ? [] : end)].join(''),
  );
};

/** OpenAI: more tokens than the model's context window. */
export const contextOverflow = json(400, {
  error: {
    message:
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 9001 tokens.",
    type: 'invalid_request_error',
    param: 'messages',
    code: 'context_length_exceeded',
  },
});

/** OpenAI: too many requests. */
export const rateLimited = (retryAfter: string): Reply =>
  json(
    429,
    {
      error: {
        message: 'Rate limit reached for small',
        type: 'requests',
        param: null,
        code: 'rate_limit_exceeded',
      },
    },
    { 'retry-after': retryAfter },
  );

/** Anthropic: `POST /v1/messages`. */
export const anthropicMessage = json(200, {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-haiku-4-5-20251001',
  content: [{ type: 'text', text: 'From Anthropic' }],
  stop_reason: 'end_turn',
  stop_sequence: null,
  usage: {
    input_tokens: 600,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 400,
    output_tokens: 500,
  },
});

/** Google: `POST /v1beta/models/{model}:generateContent`. */
export const googleContent = json(200, {
  candidates: [
    {
      content: { role: 'model', parts: [{ text: 'From Google' }] },
      finishReason: 'STOP',
      index: 0,
    },
  ],
  usageMetadata: { promptTokenCount: 1000, candidatesTokenCount: 500, totalTokenCount: 1500 },
  modelVersion: 'gemini-2.5-flash',
  responseId: 'r-1',
});
